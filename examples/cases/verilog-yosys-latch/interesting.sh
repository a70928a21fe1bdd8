#!/bin/bash
test -s design.v || exit 1
timeout 10 yosys -p "read_verilog -sv design.v; proc" 2>&1 > o.txt; grep -q 'Latch inferred for signal' o.txt && ! grep -q ERROR o.txt
