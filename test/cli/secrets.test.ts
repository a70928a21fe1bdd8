import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { secretsIn, secretsInIsolation, secretsNote } from "../../src/cli/secrets.ts";
import type { IsolationReport } from "../../src/reporters/isolate/closing.ts";
import { buildIfMissing, place } from "./support.ts";

test.each([
  "API_TOKEN",
  "GITHUB_TOKEN",
  "PGPASSWORD",
  "MYSQL_PWD",
  "DB_PASS",
  "AWS_SECRET_ACCESS_KEY",
  "SENTRY_DSN",
  "HTTP_COOKIE",
  "BASIC_AUTH",
  "PHP_SESSION",
  "npm_config__authToken",
  "DEPLOY_KEY",
])("the value of %s is found, at any depth, in text, bytes and base64", (name) => {
  const environment = { [name]: "hunter2-hunter2" };
  const text = "before hunter2-hunter2 after";
  for (const data of [
    { a: [{ b: text }] },
    { book: { start: { content: Buffer.from(text) } } },
    { edits: [[0, 1, Buffer.from(text).toString("base64")]] },
  ])
    expect(secretsIn(data, environment)).toEqual([name]);
  expect(secretsIn({ a: "nothing of the kind" }, environment)).toEqual([]);
  const note = secretsNote(secretsIn({ text }, environment));
  expect(note).toContain(name);
  expect(note).not.toContain("hunter2");
});

test.each(["HOME", "PWD", "OLDPWD", "SSH_AUTH_SOCK", "DESKTOP_SESSION", "KEYBOARD", "MONKEY", "AUTHOR"])(
  "%s is no secret",
  (name) => expect(secretsIn("before hunter2-hunter2 after", { [name]: "hunter2-hunter2" })).toEqual([]),
);

test("short values are found everywhere, and are not looked for", () => {
  expect(secretsIn("one two", { API_TOKEN: "one" })).toEqual([]);
});

test("variables that an isolation tells of count by their names", () => {
  const report = {
    kind: "environment",
    noun: "variable",
    trigger: [{ id: "API_TOKEN", old: "first1", new: "second2" }],
    patch: [{ id: "LANG", new: "C" }],
  } as unknown as IsolationReport;
  expect(secretsInIsolation(report, {})).toEqual(["API_TOKEN"]);
  expect(secretsInIsolation({ ...report, kind: "folders", noun: "change" }, {})).toEqual([]);
});

test("a report that holds a secret is written with a note, whatever its form", () => {
  buildIfMissing();
  const here = place();
  here.write("hay.txt", "hay\nneedle\n");
  here.write("test.sh", '#!/bin/sh\necho "key $API_TOKEN"\ngrep -q needle "$1"\n', 0o755);
  const environment = { API_TOKEN: "hunter2-hunter2", OTHER_TOKEN: "another-secret" };
  for (const report of ["r.html", "r.md", "r.json"]) {
    const typed = ["hay.txt", "--format", "lines", "--test", "./test.sh", "--report", report];
    const { code, stderr } = here.pareWith(environment, ...typed);
    expect(code).toBe(0);
    expect(stderr).toContain("note: the report contains the value of API_TOKEN; read it before you share it");
    expect(stderr).not.toContain("hunter2-hunter2\n");
    expect(stderr).not.toContain("OTHER_TOKEN");
  }
  const again = here.pareWith(environment, "report", "--as", "markdown");
  expect(again.stdout).toContain("hunter2-hunter2");
  expect(again.stderr).toContain("the value of API_TOKEN");
  expect(here.pareWith({}, "report", "--as", "markdown").stderr).toBe("");
});

test("a reproduction that holds a secret is written with a note", () => {
  buildIfMissing();
  const here = place();
  execFileSync("mkdir", [join(here.path, "app")]);
  here.write("app/package.json", '{"name": "app", "version": "1.0.0"}\n');
  here.write("app/index.js", "needle\n");
  const environment = { API_TOKEN: "hunter2-hunter2" };
  const command = ["sh", "-c", 'echo "key $API_TOKEN"; ! grep -q needle index.js'];
  const ran = here.pareWith(environment, "app", "--strategy", "ddmin", "-j", "1", "--", ...command);
  expect(ran.code).toBe(0);
  expect(here.read("app.reduced/README.md")).toContain("hunter2-hunter2");
  expect(ran.stdout).toContain("the result contains the value of API_TOKEN");
});
