#!/bin/bash
# A match in eight parts: sbatch docs/recipes/slurm.sh
#SBATCH --job-name=selfplay
#SBATCH --array=0-7
#SBATCH --cpus-per-task=4
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
# Slurm sends TERM a minute before the time limit, so that the part can end by itself.
#SBATCH --signal=TERM@60
set -eu

# The folder of the records, on a file system that all nodes see, and the program.
RECORDS=${RECORDS:-$PWD/records}
SELFPLAY=${SELFPLAY:-$PWD/target/release/selfplay}
GAMES=${GAMES:-8000}

mkdir -p "$RECORDS"
# The part is read from SLURM_ARRAY_TASK_ID. `exec` puts the program in place of the shell, so it gets the signal.
exec "$SELFPLAY" match maitres --player name=new --player name=zero,weights=zero --each nodes=2000 \
    --games "$GAMES" --threads "${SLURM_CPUS_PER_TASK:-1}" --quiet \
    --out "$RECORDS/part-$SLURM_ARRAY_TASK_ID.jsonl" --resume

# When all parts have ended:
#   selfplay merge records/part-*.jsonl --out records/match.jsonl && selfplay stats records/match.jsonl
