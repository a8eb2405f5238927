#!/bin/bash
# hub.sh WAY: speaks the Hub protocol, and misbehaves in a way at its first search.
while read -r word rest; do
    case $word in
    hub) printf 'id name=mock version=1\nparam name=game value="" type=string\nwait\n' ;;
    init) echo ready ;;
    ping) echo pong ;;
    quit) exit 0 ;;
    go)
        case $1 in
        silent) exec sleep 333 ;;
        exit) echo "out of luck" >&2 && exit 3 ;;
        closed) exec >&- && exec sleep 333 ;;
        illegal) echo "done move=1-2" ;;
        words) echo "done move=hello" ;;
        none) echo "done" ;;
        quotes) printf 'info score="\n"=\ndone move="1-2\n' && exec sleep 333 ;;
        error) echo 'error message="no such position"' ;;
        lines) while :; do echo "info depth=1"; done ;;
        bytes) exec yes $'\377\376' ;;
        esac
        ;;
    esac
done
