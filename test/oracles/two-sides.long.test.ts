/** Real programs that do not agree, reduced with `--differs` and `--passes` alone, and with a script: the same bytes. */
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { buildIfMissing, place, type Place } from "../cli/support.ts";
import { lacks } from "../support/needs.ts";

beforeAll(buildIfMissing);

const ESBUILD = fileURLToPath(new URL("../../node_modules/.bin/esbuild", import.meta.url));
const CLEANCSS = `node ${fileURLToPath(new URL("../../node_modules/clean-css/bin/cleancss", import.meta.url))}`;

/** A page's worth of rules, one of which the old clean-css breaks: it takes what is in a string for a comment. */
const STYLES = `body { margin: 0; font-family: Georgia, serif; color: #333 }
h1, h2 { line-height: 1.2; margin: 1em 0 }
${Array.from({ length: 8 }, (_, i) => `.box-${i} { padding: ${i + 1}px; border: 1px solid #0a7 }`).join("\n")}
.source::before { content: "/* source */"; color: teal; float: left }
@media (max-width: 600px) {
  .menu { display: none }
  .menu > li + li { margin-top: 4px }
}
a[href^="http"]:hover { text-decoration: underline; color: #0a7 }
`;

const reduced = (here: Place, input: string, ...typed: readonly string[]): string => {
  const { code, stderr } = here.pare(input, "--fresh", "-j", "2", ...typed);
  expect(stderr).toContain("condition: ");
  expect(code).toBe(0);
  return here.read(input.replace(".", ".reduced."));
};

describe("a minifier that changes what a style sheet means: clean-css 2.2 and esbuild", () => {
  const valid = `test -z "$(${ESBUILD} --loader=css < style.css 2>&1 > /dev/null)"`;
  const a = `${ESBUILD} --loader=css --minify < {}`;
  const b = `${CLEANCSS} {} | ${ESBUILD} --loader=css --minify`;

  test("in one line, and with a script", () => {
    const here = place();
    here.write("style.css", STYLES);
    const bySides = reduced(here, "style.css", "--passes", valid, "--differs", a, b);
    here.write(
      "test.sh",
      `#!/bin/sh
${valid} || exit 1
a=$(${a.replace("{}", '"$1"')}) || exit 1
b=$(${b.replace("{}", '"$1"')}) || exit 1
test "$a" != "$b"
`,
      0o755,
    );
    expect(bySides).toBe(reduced(here, "style.css", "--test", "./test.sh"));
    expect(bySides.length).toBeLessThan(40);
    expect(bySides).toMatch(/content: ?"\/\*.*\*\/"/);
  });
});

/** A program that reads an int through a pointer to float: gcc may assume that nobody does. */
const ALIAS = `#include <stdio.h>
struct item { int id; float weight; };
static int helper(int a, int b) { return a * 3 + b; }
static int check(int *i, float *f) {
  *i = 1;
  *f = 2.0f;
  return *i;
}
int main(void) {
  struct item items[4];
  for (int i = 0; i < 4; i++) { items[i].id = helper(i, 2); items[i].weight = i * 0.5f; }
  int sum = 0;
  for (int i = 0; i < 4; i++) sum += items[i].id;
  printf("sum %d\\n", sum);
  int x = 0;
  int r = check(&x, (float *)&x);
  printf("result %d\\n", r);
  return 0;
}
`;

describe.skipIf(lacks("gcc"))("a compiler that takes a program at its word: gcc -O0 and -O2", () => {
  const build = (level: string): string => `gcc -w ${level} alias.c -o alias && ./alias`;

  test("in one line, and with a script that also runs everything twice", () => {
    const here = place();
    here.write("alias.c", ALIAS);
    const valid = "gcc -fsyntax-only -Werror -Wall -Wextra alias.c";
    const bySides = reduced(
      here,
      "alias.c",
      "--format",
      "lines",
      "--passes",
      valid,
      "--differs",
      build("-O0"),
      build("-O2"),
    );
    here.write(
      "test.sh",
      `#!/bin/sh
${valid} || exit 1
twice() { gcc -w $1 alias.c -o alias || exit 1; one=$(./alias) || exit 1; two=$(./alias) || exit 1; test "$one" = "$two" && echo "$one"; }
a=$(twice -O0) || exit 1
b=$(twice -O2) || exit 1
test "$a" != "$b"
`,
      0o755,
    );
    expect(bySides).toBe(reduced(here, "alias.c", "--format", "lines", "--test", "./test.sh"));
    expect(bySides).toContain("float");
    expect(bySides).not.toContain("helper");
  });
});
