#!/bin/sh
# Old packages give a list for their engines, where all others give an object.
jq -r '.packages[] | select(.engines) | .engines.node' lock.json 2>&1 | grep -q 'Cannot index array with string "node"'
