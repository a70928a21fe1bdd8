#!/bin/bash
test -s script.smt2 || exit 1
timeout 4 z3 -st script.smt2 > z3.out 2>&1
! grep -q '(error' z3.out && grep -q ':arith-gcd-calls' z3.out && grep -q '^sat' z3.out && grep -q '^unsat' z3.out
