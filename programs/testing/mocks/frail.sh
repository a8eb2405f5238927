#!/bin/sh
# The engine of the first argument, which loses its input after so many lines as the second says.
sed --unbuffered "${2}q" | "$1" ugi
