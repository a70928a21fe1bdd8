#!/usr/bin/env bash
# The step of action.yml: installs the package, runs a command of pare, and hands its exit code, result and JSON to later steps.
set -euo pipefail

here=$(cd "$(dirname "$0")/.." && pwd)
home="${RUNNER_TEMP:-/tmp}/pare-action"
package=${INPUT_PACKAGE:-pare@$(node -p 'require(process.argv[1]).version' "$here/package.json")}

npm install --prefix "$home" --no-save --no-audit --no-fund --prefer-offline --loglevel=error "$package" >&2
cd "${INPUT_DIRECTORY:-.}"

# The arguments are those of the author of the workflow: words as a shell reads them.
eval "set -- $INPUT_ARGUMENTS"
status=0
"$home/node_modules/.bin/pare" "$INPUT_COMMAND" --json "$@" >"$home/out.txt" || status=$?

node -e '
const { readFileSync, appendFileSync } = require("node:fs");
const [, file, status] = process.argv;
const json = readFileSync(file, "utf8").trimEnd().split("\n").at(-1) ?? "";
let result = "";
try {
  const { output, files } = JSON.parse(json);
  // A file or a directory; the folder of a triage; the patch of an isolation.
  result = output?.path ?? (typeof output === "string" ? output : "");
  if (result === "" && Array.isArray(files)) result = files[0] ?? "";
} catch {}
const clean = (text) => text.replaceAll(/[\r\n]/g, " ");
appendFileSync(process.env.GITHUB_OUTPUT, `exit-code=${status}\nresult=${clean(result)}\njson=${clean(json)}\n`);
' "$home/out.txt" "$status"

if [ "${INPUT_FAIL:-true}" = true ]; then exit "$status"; fi
