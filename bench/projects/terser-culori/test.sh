#!/bin/sh
# Exit 0 when the sources say RIGHT and the minified bundle says BROKEN.
test "$(node main.js)" = 'RIGHT number' || exit 1
npx --no-install esbuild main.js --bundle --format=iife --log-level=error --outfile=bundle.js || exit 1
npx --no-install terser bundle.js --compress --mangle --output bundle.min.js || exit 1
test "$(node bundle.min.js)" = 'BROKEN number'
