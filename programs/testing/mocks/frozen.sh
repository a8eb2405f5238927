#!/bin/bash
# frozen.sh ENGINE SECONDS: the engine, stopped for this time when it should find its third move.
exec 3>&1
coproc THINKER { exec "$1" ugi >&3; }
asked=0
while read -r line; do
    case $line in go*) asked=$((asked + 1)) ;; esac
    if [ "$asked" = 3 ]; then kill -STOP "$THINKER_PID"; fi
    echo "$line" >&"${THINKER[1]}"
    if [ "$asked" = 3 ]; then
        sleep "$2"
        kill -CONT "$THINKER_PID"
        asked=4
    fi
done
