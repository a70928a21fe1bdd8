/** The readers for Python, Go, Java and XML reports, on real programs where the tools are there. */
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isSuperset, sameCover } from "../../src/suite/covers.ts";
import { folderWith, isInstalled, mustRun, subject, troubleOf } from "./measuring.ts";
import { lacks } from "../support/needs.ts";

const PYTHON = ["python3", "/usr/bin/python3"].find((python) => isInstalled(python, ["-c", "import coverage"])) ?? "";

const PROGRAM = {
  "lib.py": `class Reader:
    def read(self, text):
        if text.startswith("b"):
            return self.big(text)
        return len(text)

    def big(self, text):
        return text.upper()
`,
  "main.py": `import sys
from lib import Reader
print(Reader().read(open(sys.argv[1]).read()))
`,
  "b.txt": "b",
  "s.txt": "s",
};

describe.skipIf(lacks("python3-coverage"))("coverage.py", () => {
  const origin = folderWith(PROGRAM);
  const run = (input: string, options: readonly string[] = ["--branch"]): readonly string[] => [
    PYTHON,
    "-m",
    "coverage",
    "run",
    ...options,
    join(origin, "main.py"),
    join(origin, input),
  ];

  test("has the executed lines, arcs and functions, and two runs at once share nothing", async () => {
    const { cover, names, reader } = await subject("coverage.py", origin, run("{}"));
    const big = await cover(run("b.txt"));
    expect(names(big, "statement")).toEqual([
      ...[1, 2, 3, 4, 7, 8].map((line) => `lib.py:${line}`),
      ...[1, 2, 3].map((line) => `main.py:${line}`),
    ]);
    expect(names(big, "function")).toEqual(["lib.py:Reader.big", "lib.py:Reader.read"]);
    expect(names(big, "branch")).toContain("lib.py:3:4");
    expect(names(big, "branch")).not.toContain("lib.py:3:5");
    const small = await cover(run("s.txt"));
    expect(names(small, "function")).toEqual(["lib.py:Reader.read"]);
    const both = await Promise.all(["b.txt", "s.txt", "b.txt", "s.txt"].map((name) => cover(run(name))));
    expect(both.map((one, at) => sameCover(one, at % 2 === 0 ? big : small))).toEqual([true, true, true, true]);
    expect(isSuperset(big, small)).toBe(false);
    await reader.close();
  });

  test("reads runs in several files, and leaves the test itself out", async () => {
    const { cover, names, reader } = await subject(`coverage.py:${PYTHON}`, origin);
    const several = await cover(run("b.txt", ["-p"]));
    expect(names(several, "statement")).toContain("lib.py:8");
    expect(names(several, "branch")).toEqual([]);
    const cwd = folderWith({
      "case.py": `import sys\nsys.path.insert(0, ${JSON.stringify(origin)})\nimport lib\nlib.Reader().big("x")\n`,
    });
    const found = names(await cover([PYTHON, "-m", "coverage", "run", "case.py"], { cwd }), "statement");
    expect(found).toContain("lib.py:8");
    expect(found.some((name) => name.includes("case.py"))).toBe(false);
    await reader.close();
  });

  test("refuses no data, damaged data, changed sources, and a Python without it", async () => {
    const other = folderWith(PROGRAM);
    const { cover, run: covered, reader } = await subject("coverage.py", other, [PYTHON]);
    const none = await troubleOf(cover([PYTHON, "-c", "1"]));
    expect([none.code, none.advice]).toEqual(["NO_COVERAGE", expect.stringContaining("coverage run")]);
    const damaged = await covered([
      PYTHON,
      "-c",
      "import os; open(os.environ['COVERAGE_FILE'], 'w').write('x' * 5000)",
    ]);
    expect((await troubleOf(reader.read(damaged))).code).toBe("BAD_COVERAGE");
    const before = await covered([PYTHON, "-m", "coverage", "run", join(other, "main.py"), join(other, "b.txt")]);
    const later = new Date(Date.now() + 5000);
    utimesSync(join(other, "lib.py"), later, later);
    expect((await troubleOf(reader.read(before))).code).toBe("STALE_COVERAGE");
    await reader.close();
    mustRun(other, `${PYTHON} -m venv --without-pip empty`);
    const without = await troubleOf(subject("coverage.py:./empty/bin/python3", other));
    expect([without.code, without.message]).toEqual([
      "NO_COVERAGE_TOOL",
      expect.stringContaining("has no coverage.py"),
    ]);
  });
});

describe.skipIf(lacks("go"))("go", () => {
  const origin = folderWith({
    "go.mod": "module example.org/program\n\ngo 1.20\n",
    "main.go": `package main

import "os"

func big() int {
	return 3
}

func main() {
	text, _ := os.ReadFile(os.Args[1])
	if text[0] == 'b' {
		println(big())
	} else {
		println(1)
	}
}
`,
    "b.txt": "b",
    "s.txt": "s",
  });

  test("has the executed lines and functions, two runs at once share nothing, and data must be there", async () => {
    mustRun(origin, "go build -cover -o program .", "go build -o plain .");
    const program = (input: string): readonly string[] => [join(origin, "program"), join(origin, input)];
    const { cover, names, run, reader } = await subject("go", origin);
    const big = await cover(program("b.txt"));
    expect(names(big, "function")).toEqual(["example.org/program/main.go:big", "example.org/program/main.go:main"]);
    expect(names(big, "statement")).toContain("example.org/program/main.go:6");
    expect(names(big, "statement")).not.toContain("example.org/program/main.go:14");
    const small = await cover(program("s.txt"));
    const both = await Promise.all(["b.txt", "s.txt"].map((name) => cover(program(name))));
    expect(both.map((one, at) => sameCover(one, at === 0 ? big : small))).toEqual([true, true]);
    expect(isSuperset(big, small)).toBe(false);
    expect((await troubleOf(cover([join(origin, "plain"), join(origin, "b.txt")]))).code).toBe("NO_COVERAGE");
    const damaged = await run(program("b.txt"));
    mustRun(damaged.data, "for f in covmeta*; do echo nonsense > $f; done");
    expect((await troubleOf(reader.read(damaged))).code).toBe("BAD_COVERAGE");
  });
});

const JARS = "/usr/share/java";
/** Written by hand in the form of JaCoCo's report, for machines without JaCoCo; the test behind it runs the real one. */
const JACOCO = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd"><report name="JaCoCo"><sessioninfo id="x-1" start="1" dump="2"/><package name="org/example"><class name="org/example/Main" sourcefilename="Main.java"><method name="&lt;init&gt;" desc="()V" line="3"><counter type="INSTRUCTION" missed="3" covered="0"/><counter type="METHOD" missed="1" covered="0"/></method><method name="big" desc="(I)I" line="5"><counter type="INSTRUCTION" missed="0" covered="4"/><counter type="METHOD" missed="0" covered="1"/></method><counter type="METHOD" missed="1" covered="1"/></class><sourcefile name="Main.java"><line nr="3" mi="3" ci="0" mb="0" cb="0"/><line nr="5" mi="0" ci="4" mb="0" cb="0"/><line nr="9" mi="0" ci="5" mb="1" cb="1"/><counter type="LINE" missed="1" covered="2"/></sourcefile><counter type="METHOD" missed="1" covered="1"/></package></report>`;

const COBERTURA = `<?xml version="1.0" ?>
<!-- lines with < in comments -->
<coverage version="6" line-rate="0.5"><sources><source>.</source></sources><packages><package name="p"><classes>
<class name="a" filename="lib/a.c"><methods><method name="f" signature="()"><lines><line number="2" hits="1"/></lines></method>
<method name="g" signature="()"><lines><line number="8" hits="0"/></lines></method></methods>
<lines><line number="2" hits="1"/><line number="3" hits="4" branch="true" condition-coverage="50% (1/2)"/><line number="8" hits="0"/></lines></class>
</classes></package></packages></coverage>`;

describe("reports in XML", () => {
  const copying = (from: string, to: string): readonly string[] => ["cp", from, to];

  test("JaCoCo's", async () => {
    const origin = folderWith({ "jacoco.xml": JACOCO });
    const { cover, names } = await subject("jacoco:report.xml", origin);
    const found = await cover(copying(join(origin, "jacoco.xml"), "report.xml"));
    expect(names(found, "statement")).toEqual(["org/example/Main.java:5", "org/example/Main.java:9"]);
    expect(names(found, "branch")).toEqual(["org/example/Main.java:9:0"]);
    expect(names(found, "function")).toEqual(["org/example/Main.java:Main.big(I)I"]);
  });

  test.skipIf(lacks("jacoco", "javac", "unzip"))("JaCoCo's, of a real program", async () => {
    const origin = folderWith({
      "org/example/Main.java": `package org.example;

public class Main {
  static int big(int x) {
    return x * 2;
  }
  public static void main(String[] words) throws Exception {
    int c = new java.io.FileInputStream(words[0]).read();
    if (c == 'b') System.out.println(big(c));
    else System.out.println(1);
  }
}
`,
      "Report.java": `import java.io.*;
import org.jacoco.core.analysis.*;
import org.jacoco.core.tools.ExecFileLoader;
import org.jacoco.report.*;
import org.jacoco.report.xml.XMLFormatter;
public class Report {
  public static void main(String[] words) throws Exception {
    ExecFileLoader loader = new ExecFileLoader();
    loader.load(new File(words[0]));
    CoverageBuilder builder = new CoverageBuilder();
    new Analyzer(loader.getExecutionDataStore(), builder).analyzeAll(new File(words[1]));
    IReportVisitor visitor = new XMLFormatter().createVisitor(new FileOutputStream(words[2]));
    visitor.visitInfo(loader.getSessionInfoStore().getInfos(), loader.getExecutionDataStore().getContents());
    visitor.visitBundle(builder.getBundle("x"), null);
    visitor.visitEnd();
  }
}
`,
      "b.txt": "b",
      "s.txt": "s",
    });
    const path = ["core", "report"].map((name) => `${JARS}/org.jacoco.${name}.jar`);
    const asm = ["asm", "asm-commons", "asm-tree", "asm-analysis"].map((name) => `${JARS}/${name}.jar`);
    const classes = [...path, ...asm].join(":");
    mustRun(
      origin,
      `unzip -q ${JARS}/org.jacoco.agent.jar jacocoagent.jar`,
      "javac --release 8 -g -d classes org/example/Main.java 2>&1",
      `javac -d tools -cp ${classes} Report.java`,
    );
    const command = (input: string): readonly string[] => [
      "sh",
      "-c",
      `java -javaagent:${origin}/jacocoagent.jar=destfile="$PARE_COVERAGE/jacoco.exec" -cp ${origin}/classes org.example.Main "$0" &&
       java -cp ${origin}/tools:${classes} Report "$PARE_COVERAGE/jacoco.exec" ${origin}/classes "$PARE_COVERAGE/report.xml"`,
      join(origin, input),
    ];
    const { cover, names } = await subject("jacoco:report.xml", origin);
    const big = await cover(command("b.txt"));
    expect(names(big, "function")).toEqual([
      "org/example/Main.java:Main.big(I)I",
      "org/example/Main.java:Main.main([Ljava/lang/String;)V",
    ]);
    expect(names(big, "statement")).toContain("org/example/Main.java:5");
    expect(names(big, "statement")).not.toContain("org/example/Main.java:10");
  });

  test("Cobertura's", async () => {
    const origin = folderWith({
      "c.xml": COBERTURA,
      "bad.xml": "<coverage><line",
      "torn.xml": '<coverage><class filename="a.c"></coverage>',
      "html.xml": "<html><body></body></html>",
    });
    const { cover, names } = await subject("cobertura:coverage.xml", origin);
    const found = await cover(copying(join(origin, "c.xml"), "coverage.xml"));
    expect(names(found, "statement")).toEqual(["lib/a.c:2", "lib/a.c:3"]);
    expect(names(found, "branch")).toEqual(["lib/a.c:3:0"]);
    expect(names(found, "function")).toEqual(["lib/a.c:f()"]);
    const bad = await troubleOf(cover(copying(join(origin, "bad.xml"), "coverage.xml")));
    expect([bad.code, bad.message]).toEqual(["BAD_COVERAGE", expect.stringContaining("not well-formed XML at 1:15")]);
    const torn = await troubleOf(cover(copying(join(origin, "torn.xml"), "coverage.xml")));
    expect(torn.message).toContain("not well-formed XML");
    const html = await troubleOf(cover(copying(join(origin, "html.xml"), "coverage.xml")));
    expect(html.message).toContain("no <coverage> element");
  });

  test.skipIf(lacks("python3-coverage"))("Cobertura's, of a real program", async () => {
    const origin = folderWith(PROGRAM);
    const { cover, names } = await subject("cobertura:out.xml", origin);
    const script = `${PYTHON} -m coverage run --data-file="$PARE_COVERAGE/d" --branch ${origin}/main.py "$0" && ${PYTHON} -m coverage xml -q --data-file="$PARE_COVERAGE/d" -o "$PARE_COVERAGE/out.xml"`;
    const found = await cover(["sh", "-c", script, join(origin, "b.txt")], { cwd: origin });
    expect(names(found, "statement").filter((name) => !name.startsWith("/"))).toEqual([
      ...[1, 2, 3, 4, 7, 8].map((line) => `lib.py:${line}`),
      ...[1, 2, 3].map((line) => `main.py:${line}`),
    ]);
    expect(names(found, "branch")).toContain("lib.py:3:0");
    expect(names(found, "branch")).not.toContain("lib.py:3:1");
  });
});
