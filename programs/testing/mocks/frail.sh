#!/bin/sh
# frail.sh ENGINE LINES: the engine, whose input ends after this number of lines.
sed --unbuffered "${2}q" | "$1" ugi
