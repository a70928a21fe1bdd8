import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { buildIfMissing, haystack, lastJson, type Place } from "./support.ts";

beforeAll(buildIfMissing);

/** A test that does something once, when it is run for the sixth time: at a best, not before. */
const sixth = (here: Place, what: string): void => {
  here.write("count", "");
  here.write(
    "test.sh",
    `#!/bin/sh
cd "$PARE_ORIGIN" && echo x >> count
if [ "$(wc -l < count)" -eq 6 ]; then ${what}; fi
grep -q needle "$1"
`,
    0o755,
  );
};

test("an edit of the input in place is kept, with exit code 5 and the place of the best", () => {
  const here = haystack();
  sixth(here, "echo EDIT >> hay.txt");
  const ran = here.pare("hay.txt", "--test", "./test.sh", "--in-place", "-j", "1", "--json");
  expect(ran.code).toBe(5);
  expect(here.read("hay.txt")).toMatch(/EDIT\n$/);
  const { code, advice } = lastJson(ran) as { code: string; advice: string };
  expect(code).toBe("OUTPUT_CHANGED");
  const best = /is in (\S+?)\. /.exec(advice)?.[1] ?? "";
  expect(readFileSync(best, "utf8")).toContain("needle");
});

test("a script that becomes another one ends the run with exit code 5; put back, the result is the true one", () => {
  const here = haystack();
  here.write("lie.sh", "#!/bin/sh\nexit 0\n", 0o755);
  sixth(here, "mv test.sh honest.sh; mv lie.sh test.sh");
  const ran = here.pare("hay.txt", "--test", "./test.sh", "-j", "1");
  expect(ran.code).toBe(5);
  expect(ran.stderr).toContain("The test has changed while pare was running: the test script ./test.sh.");
  const output = join(here.path, "hay.reduced.txt");
  if (existsSync(output)) expect(here.read("hay.reduced.txt")).toContain("needle");
  here.write("test.sh", here.read("honest.sh"), 0o755);
  expect(here.pare("hay.txt", "--test", "./test.sh", "-j", "1").code).toBe(0);
  expect(here.read("hay.reduced.txt").trim()).toBe("needle");
});
