#!/bin/bash
test -s script.sql || exit 1
(echo '.eqp on'; cat script.sql) | timeout 10 sqlite3 :memory: 2>&1 | grep -q 'CORRELATED SCALAR SUBQUERY'
