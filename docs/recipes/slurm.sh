#!/bin/bash
# A match on a Slurm cluster, by job arrays. On a login node, in the folder of the plan:
#
#     selfplay plan maitres --player name=new --player name=zero,weights=zero --games 8000 --out plan.jsonl
#     PLAN=plan.jsonl docs/recipes/slurm.sh
#
# The script submits the units that are missing, gathers what arrives, and submits again what was
# lost. It ends when the test of the match is decided or all units are there; then it cancels the
# rest. After any interruption, the same command goes on. Each task is this script, too.
#SBATCH --job-name=selfplay
#SBATCH --requeue
#SBATCH --open-mode=append
# Slurm sends TERM a minute before the time limit, so that the part can end by itself.
#SBATCH --signal=TERM@60
set -eu

PLAN=${PLAN:-plan.jsonl}
# A folder that all nodes see, and the program.
FOLDER=${FOLDER:-$PWD/match}
SELFPLAY=${SELFPLAY:-$PWD/target/release/selfplay}
# The units of a task: half a minute of games or more, since Slurm takes half a second for each.
UNITS=${UNITS:-50}
# The seconds between two looks, and further arguments of sbatch, such as a partition or a time limit.
LOOK=${LOOK:-10}
SBATCH_ARGUMENTS=${SBATCH_ARGUMENTS:-}

if [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
    range=$(sed -n "$((SLURM_ARRAY_TASK_ID + 1))p" "$FOLDER/todo")
    # `exec` puts the program in place of the shell, so it gets the signal.
    exec "$SELFPLAY" match --plan "$PLAN" --units "$range" --out "$FOLDER/parts/$range.jsonl" --resume \
        --threads "${SLURM_CPUS_PER_TASK:-1}" --quiet
fi

export PLAN FOLDER SELFPLAY
mkdir -p "$FOLDER/parts" "$FOLDER/logs"

# Merges what is there. Returns 0 when the match is over, 4 while it is not.
gather() {
    "$SELFPLAY" gather "$FOLDER/parts" --plan "$PLAN" --out "$FOLDER/match.jsonl" --quiet "$@"
}

before=
while true; do
    status=0
    gather --missing >"$FOLDER/missing" || status=$?
    [ $status -eq 4 ] || break
    # A round that added nothing, for example since all nodes have another build, is not repeated.
    if [ "$before" = "$(cat "$FOLDER/missing")" ]; then
        echo "error: no task has added a unit: see $FOLDER/logs" >&2
        exit 1
    fi
    before=$(cat "$FOLDER/missing")
    # At most 1000 tasks: the usual limit of an array (MaxArraySize).
    awk -F '[.][.]' -v most="$UNITS" '{
        for (first = $1; first < $2; first = end) {
            end = first + most < $2 ? first + most : $2
            print first ".." end
        }
    }' "$FOLDER/missing" | head -n 1000 >"$FOLDER/todo"
    tasks=$(wc -l <"$FOLDER/todo")
    # shellcheck disable=SC2086
    job=$(sbatch --parsable --array="0-$((tasks - 1))" --output="$FOLDER/logs/%A-%a.log" $SBATCH_ARGUMENTS "$0")
    echo "job $job: $tasks tasks"
    while true; do
        sleep "$LOOK"
        status=0
        gather --missing >/dev/null || status=$?
        if [ $status -ne 4 ]; then
            scancel "$job"
            break
        fi
        # While the controller does not answer, the tasks still run.
        left=$(squeue -h -j "$job" -o %r 2>/dev/null) || { scontrol ping >/dev/null 2>&1 && break || continue; }
        # A task that Slurm could not launch is held. Its units are submitted again.
        left=$(grep -v "launch failed requeued held" <<<"$left" || true)
        [ -n "$left" ] || { scancel -Q "$job" || true; break; }
    done
done
[ $status -eq 0 ] || exit $status
gather
