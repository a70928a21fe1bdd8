/** The commands of a report are executed as somebody else would: in an empty directory, when the place of the run is gone. Inputs that take longer. */
import { expect, test } from "vitest";
import { lacks } from "../support/needs.ts";
import { filler, travelled } from "./journey.ts";

test.skipIf(lacks("python3"))("a directory", async () => {
  const { status, stderr } = await travelled({
    files: {
      "app/main.py": "import lib.a\nprint(1)\n",
      "app/lib/a.py": "a = 1\nundefined_name()\n",
      "app/lib/b.py": filler((line) => `b${line} = ${line}`),
    },
    options: { input: "app", command: ["python3", "main.py"] },
  });
  expect(status).toBe(1);
  expect(stderr).toContain("NameError: name 'undefined_name' is not defined");
});

test.skipIf(lacks("python3"))("several inputs", async () => {
  const { status, stderr } = await travelled({
    files: {
      "src/main.py": `from part.one import one\n${filler((line) => `v${line} = 1`)}one()\n`,
      "src/part/one.py": `${filler((line) => `w${line} = 1`)}def one(): return 1 / 0\n`,
    },
    options: { input: "src/main.py", more: ["src/part/one.py"], command: ["python3", "src/main.py"] },
  });
  expect(status).toBe(1);
  expect(stderr).toContain("ZeroDivisionError");
});

test.skipIf(lacks("python3"))("a name with spaces, quotes and a dollar sign", async () => {
  const input = `-it's a "$bug" .py`;
  const { status, stderr } = await travelled({
    files: { [input]: `${filler((line) => `v${line} = ${line}`)}raise KeyError("here")\n` },
    options: { input, command: ["python3", "{}"] },
  });
  expect(status).toBe(1);
  expect(stderr).toContain("KeyError: 'here'");
});

test.skipIf(lacks("python3"))("what is no text", async () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, index) => (index * 7) % 256);
  const code = "import sys\nif bytes([0, 7, 14]) in open(sys.argv[1], 'rb').read(): raise KeyError('bytes')";
  const { status, stderr, commands } = await travelled({
    files: { "data.bin": bytes },
    options: { input: "data.bin", command: ["python3", "-c", code, "data.bin"] },
  });
  expect(commands).toContain("base64 -d > data.bin");
  expect(status).toBe(1);
  expect(stderr).toContain("KeyError: 'bytes'");
});
