#!/bin/bash
# misbehave.sh MOMENT-WAY MARK: speaks the text protocol up to a moment, and then misbehaves in a way.
# The moments are: hello (at `ugi`), ready (at the first `isready`), again (at the second `isready`,
# which is in a game), deaf (before a position), shown (after a position), go (at `go`). All processes
# that it leaves behind have MARK in their arguments or environment, and sleep for MARK seconds.
moment=${1%%-*} way=${1#*-} mark=$2 asked=0
export MOCK_MARK=$mark

# Misbehaves if this is the moment.
now() {
    [ "$moment" = "$1" ] || return
    case $way in
    silent) exec sleep "$mark" ;;
    spin) while :; do :; done ;;
    babble) while :; do echo "info depth 1"; done ;;
    endless) exec yes "info depth 1 $(printf 'x %.0s' {1..50000})" ;;
    short) exec yes "info depth 1" ;;
    line) exec tr '\0' x </dev/zero ;;
    bytes) exec yes $'\377\376' ;;
    nothing) exec yes "" ;;
    exit) echo "out of luck" >&2 && exit 3 ;;
    signal) kill -SEGV $$ ;;
    closed) exec >&- && exec sleep "$mark" ;;
    deaf) exec <&- && exec sleep "$mark" ;;
    stopped) kill -STOP $$ && sleep "$mark" ;;
    errors) yes "what a day" >&2 & exec sleep "$mark" ;;
    daemon) setsid -f sleep "$mark" && env -i setsid -f sleep "$mark" && exec sleep "$mark" ;;
    orphans) (setsid setsid sleep "$mark" & sleep "$mark" &) >/dev/null 2>&1 && exit 4 ;;
    stubborn) trap '' TERM INT HUP PIPE QUIT && while :; do sleep "$mark"; done ;;
    half) printf 'bestm' && exec sleep "$mark" ;;
    refuse) echo "info string error no" ;;
    chatter) exec yes "let me think" ;;
    illegal) echo "bestmove z9-z9" ;;
    empty) echo "bestmove" ;;
    none) echo "bestmove (none)" ;;
    huge) echo "bestmove $(printf 'x%.0s' {1..500000})" ;;
    figures) printf 'info depth -1 value 7 nodes 1e99 pv\ninfo value nan\nbestmove 0000\n' ;;
    cut) printf 'bestmove z9-z9' && exit 0 ;;
    esac
}

while read -r word rest; do
    case $word in
    ugi) now hello && continue; echo "id name mock" && echo "ugiok" ;;
    isready)
        asked=$((asked + 1))
        if [ $asked = 1 ]; then now ready; else now again; fi
        echo "readyok"
        if [ $asked = 2 ]; then now deaf; fi
        ;;
    position) now shown ;;
    go) now go ;;
    quit) exit 0 ;;
    esac
done
