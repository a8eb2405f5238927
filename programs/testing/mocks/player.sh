#!/bin/sh
# player.sh WAY SECONDS: speaks the text protocol up to the first move, then fails in this way.
# Processes that it leaves behind sleep for SECONDS.
while read -r line; do
    case $line in
    ugi) echo "id name mock" && echo "ugiok" ;;
    isready) echo "readyok" ;;
    quit) exit 0 ;;
    go*)
        case $1 in
        crash) echo "out of luck" >&2 && exit 3 ;;
        stall) sleep "$2" ;;
        late) sleep 0.4 && echo "bestmove b1-a1" ;;
        illegal) echo "bestmove z9-z9" ;;
        empty) echo "bestmove" ;;
        chatter) while :; do echo "let me think"; done ;;
        bytes) printf '\377\376\n' ;;
        closed) exec >&- && sleep "$2" ;;
        deaf) exec <&- && sleep "$2" ;;
        esac
        ;;
    esac
done
