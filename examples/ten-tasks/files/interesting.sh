#!/bin/sh
# Exits with 0 if the candidate $1 still fails.
! gcc -c "$1" -o /dev/null 2>errors.txt && grep -q 'too few arguments' errors.txt
