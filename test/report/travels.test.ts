/** The commands of a report are executed as somebody else would: in an empty directory, when the place of the run is gone. */
import { expect, test } from "vitest";
import { lacks } from "../support/needs.ts";
import { filler, travelled } from "./journey.ts";

test.skipIf(lacks("gcc"))("a compiler: the words that were typed", async () => {
  const text = `${filler((line) => `int f${line}(void) { return ${line}; }`)}int main(void) { return undeclared; }\n`;
  const { commands, status, stderr } = await travelled({
    files: { "src/bug.c": text },
    options: { input: "src/bug.c", command: ["gcc", "-O2", "-c", "src/bug.c"] },
  });
  expect(commands.split("\n")[1]).toBe("cat > bug.c <<'EOF'");
  expect(commands.split("\n").at(-1)).toBe("gcc -O2 -c bug.c");
  expect(status).toBe(1);
  expect(stderr).toContain("undeclared");
});

test("a program and its own words", async () => {
  const { status, stderr } = await travelled({
    files: { "bug.js": `${filler((line) => `const v${line} = ${line};`)}null.length;\n` },
    options: { input: "bug.js", command: ["node", "{}"] },
  });
  expect(status).toBe(1);
  expect(stderr).toContain("TypeError: Cannot read properties of null");
});

test.skipIf(lacks("jq"))("standard input", async () => {
  const { commands, stderr } = await travelled({
    files: { "bad.json": `{\n${filler((line) => `  "k${line}": ${line},`)}  "bad": nul\n}\n` },
    options: { input: "bad.json", stdin: true, command: ["jq", ".bad"] },
  });
  expect(commands).not.toContain("mktemp");
  expect(stderr).toContain("parse error");
});

test("a script: it is written down too", async () => {
  const { status, commands } = await travelled({
    files: {
      "hay.txt": filler((line) => (line === 7 ? "needle" : `hay ${line}`)),
      "tests/t.sh": '#!/bin/sh\ncd / && grep -q needle "$1"\n',
    },
    options: { input: "hay.txt", test: "tests/t.sh" },
  });
  expect(commands.split("\n").at(-1)).toBe('./t.sh "$PWD"/hay.txt');
  expect(status).toBe(0);
});

test("files beside the input, and a program of one's own that lies elsewhere", async () => {
  const { status, stdout } = await travelled({
    files: {
      "hay.txt": filler((line) => (line === 7 ? "needle" : `hay ${line}`)),
      "etc/words.txt": "needle\n",
      "bin/look.sh": '#!/bin/sh\ngrep -n -f words.txt "$1" && exit 3\n',
    },
    options: { input: "hay.txt", extraFiles: ["etc/words.txt"], command: ["bin/look.sh", "hay.txt"] },
  });
  expect(status).toBe(3);
  expect(stdout).toContain("needle");
});

/** Everything that a shell could take as its own. */
const SIGNS = "$HOME `id` \\ ' \" % ! EOF";

test("a text with everything that a shell could obey", async () => {
  const text = `${filler((line) => `hay ${line}`)}EOF\n${SIGNS}\nEOF_\n`;
  const script = `#!/bin/sh\ngrep -qxF EOF "$1" && grep -qxF 'EOF_' "$1" && grep -qF '${SIGNS.replaceAll("'", String.raw`'\''`)}' "$1"\n`;
  const { status } = await travelled({
    files: { "hay.txt": text, "t.sh": script },
    options: { input: "hay.txt", test: "./t.sh", format: "lines" },
  });
  expect(status).toBe(0);
});

test("a text without a last end of line, and one with the ends of lines of another system", async () => {
  const unended = 'test "$(tail -c 1 "$1")" = "%" && grep -q "^-needle" "$1"';
  const foreign = String.raw`test "$(tail -c 2 "$1" | od -An -c | tr -d ' ')" = '\r\n' && grep -q "%needle" "$1"`;
  for (const [text, check] of [
    [`${filler((line) => `hay ${line}`)}-needle \\ 100%`, unended],
    [`${filler((line) => `hay ${line}\r`)}%needle\r\n`, foreign],
  ] as const) {
    const { status, commands } = await travelled({
      files: { "hay.txt": text, "t.sh": `#!/bin/sh\n${check}\n` },
      options: { input: "hay.txt", test: "./t.sh", format: "lines" },
    });
    expect(commands).toContain("printf ");
    expect(status).toBe(0);
  }
});

test("what is too long to be written down is taken along", async () => {
  const long = `needle ${"x".repeat(3000)}`;
  const { status, commands } = await travelled({
    files: { "hay.txt": `hay\n${long}\nhay\n`, "t.sh": `#!/bin/sh\ngrep -q 'needle x\\{3000\\}' "$1"\n` },
    options: { input: "hay.txt", test: "./t.sh", format: "lines" },
    luggage: ["hay.reduced.txt"],
  });
  expect(commands).toContain('cp "$OLDPWD"/hay.reduced.txt hay.txt');
  expect(status).toBe(0);
});

test("a script that reads where pare was started, or lies beside others, is left where it is", async () => {
  const { status, commands } = await travelled({
    files: {
      "hay.txt": filler((line) => (line === 7 ? "needle" : `hay ${line}`)),
      "t.sh": '#!/bin/sh\n. "$(dirname "$0")/words.inc"\ntest -f "$PARE_ORIGIN/words.inc" && grep -q "$WORD" "$1"\n',
      "words.inc": "WORD=needle\n",
    },
    options: { input: "hay.txt", test: "./t.sh" },
    luggage: ["t.sh", "words.inc"],
  });
  expect(commands.split("\n").at(-1)).toBe('PARE_ORIGIN="$OLDPWD" "$OLDPWD"/t.sh hay.txt');
  expect(status).toBe(0);
});

test("a server that answers", async () => {
  const server = `process.stdin.setEncoding("utf8").on("data", (text) => {
  for (const line of text.split("\\n").filter(Boolean)) {
    const { id, path } = JSON.parse(line);
    const fails = require("fs").readFileSync(path, "utf8").includes("needle");
    console.log(JSON.stringify({ id, outcome: fails ? "fail" : "pass" }));
  }
});\n`;
  const { stdout } = await travelled({
    files: { "hay.txt": filler((line) => (line === 7 ? "needle" : `hay ${line}`)), "server.cjs": server },
    options: { input: "hay.txt", oracleServer: "node server.cjs" },
    luggage: ["server.cjs"],
  });
  expect(stdout).toContain('"outcome":"fail"');
});
