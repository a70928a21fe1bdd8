#!/bin/sh
# Still C without a warning, and the difference of the two accounts is still 42.
grep -q "savings.balance - current.balance" "$1" || exit 1
gcc -Wall -Wextra -Werror -o accounts "$1" || exit 1
./accounts
test $? -eq 42
