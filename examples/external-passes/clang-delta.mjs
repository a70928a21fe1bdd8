/**
 * A pass for pare: offers what clang_delta, the C and C++ part of C-Reduce and C-Vise, can do to a file.
 * Usage: node clang-delta.mjs [TRANSFORMATION…] FILE. CLANG_DELTA names the program if it lies elsewhere.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Where Debian's cvise and creduce, other distributions and Homebrew put it. */
const places = ["/usr/lib/cvise", "/usr/libexec", "/usr/libexec/cvise", "/usr/lib/creduce", "/opt/homebrew/libexec"];
/** What pare does not do by itself. `clang_delta --transformations` lists all there are. */
const usual = [
  "replace-function-def-with-decl",
  "remove-unused-function",
  "param-to-local",
  "return-void",
  "callexpr-to-value",
  "simple-inliner",
  "replace-simple-typedef",
  "remove-unused-field",
  "aggregate-to-scalar",
  "reduce-pointer-level",
  "reduce-array-dim",
  "remove-namespace",
  "remove-base-class",
  "instantiate-template-param",
  "class-template-to-class",
];
/** Of one transformation, and in all: what is left comes when pare asks again. */
const most = { each: 30, all: 150 };

const named = process.argv.slice(2, -1);
const file = process.argv.at(-1) ?? "";
const program =
  process.env.CLANG_DELTA ?? places.map((place) => `${place}/clang_delta`).find((path) => existsSync(path));
if (program === undefined) {
  console.error("clang_delta is not installed (apt install cvise)");
  process.exit(1);
}

/** What it prints; nothing where the file is not what it understands. */
const run = (...typed) => {
  const { status, stdout } = spawnSync(program, [...typed, file], { encoding: "utf8", maxBuffer: 2 ** 28 });
  return status === 0 ? stdout : "";
};

console.log(JSON.stringify({ protocol: 1, name: "clang_delta" }));
let left = most.all;
for (const name of named.length > 0 ? named : usual) {
  const [, instances = "0"] = /instances: (\d+)/.exec(run(`--query-instances=${name}`)) ?? [];
  for (let counter = 1; counter <= Math.min(Number(instances), most.each) && left > 0; counter++, left--) {
    const text = run(`--transformation=${name}`, `--counter=${counter}`);
    // The whole new file: pare finds out where it differs.
    if (text !== "") console.log(JSON.stringify({ text }));
  }
}
