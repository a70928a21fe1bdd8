#!/bin/sh
# Exit 0 when the sources say FEATURE and the bundle says NONE.
node main.js | grep -q '^FEATURE' || exit 1
npx --no-install rollup -c --silent || exit 1
node bundle.cjs | grep -q '^NONE'
