import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { buildIfMissing, place, type Place } from "../cli/support.ts";

beforeAll(buildIfMissing);

const haystack = (): Place => {
  const here = place();
  const lines = Array.from({ length: 60 }, (_, line) => (line === 33 ? "a needle here\n" : `hay ${line}\n`));
  here.write("hay.txt", lines.join(""));
  here.write("test.sh", '#!/bin/sh\necho "seen: $(cat "$1" | wc -l)"\ngrep -q needle "$1"\n', 0o755);
  return here;
};

const REFUSED: readonly (readonly [readonly string[], string])[] = [
  [["report", "--as", "pdf"], "--as cannot be"],
  [["report", "-o", "hay.txt"], "would overwrite"],
  [["report", "-o", "hay.reduced.txt"], "would overwrite"],
  [["report", "--open", "--as", "json"], "--open needs a report in a file"],
  [["report", "other"], "There is no run other."],
  [["report", "--output"], "--output needs a value"],
  [["hay.txt", "--test", "./test.sh", "--report", "none/r.html"], "There is no directory"],
  [["hay.txt", "--test", "./test.sh", "--report", "r.pdf"], "--report cannot be"],
  [["hay.txt", "--test", "./test.sh", "--report", "hay.html", "-o", "hay.html"], "would overwrite"],
  [["hay.txt", "--test", "./test.sh", "--web", "70000"], "--web cannot be"],
];

describe("reports on the command line", () => {
  test("at the end of a run, and of a run that has ended", async () => {
    const here = haystack();
    const run = here.pare("--web", "hay.txt", "--test", "./test.sh", "--report", "r.html", "--json");
    expect(run.code).toBe(0);
    expect(run.stderr).toMatch(/^live page: http:\/\/127\.0\.0\.1:\d+\/#token=[0-9a-f]{32}$/m);
    expect(run.stderr).toMatch(/^report: +r\.html$/m);
    expect(here.read("r.html")).toContain("<title>hay.txt: ");
    expect(JSON.parse(run.stdout.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({ status: "complete" });

    expect(here.pare("report").stderr).toMatch(/^hay\.txt\.report\.html: [\d,]+ bytes\n$/);
    expect(here.read("hay.txt.report.html")).toContain('id="book"');
    here.write("browser.sh", `#!/bin/sh\necho "$1" > '${here.path}/opened'\n`, 0o755);
    const browser = join(here.path, "browser.sh");
    expect(here.pareWith({ BROWSER: browser }, "report", "--open", "-o", "o.html").code).toBe(0);
    await expect.poll(() => here.read("opened")).toBe(`${join(here.path, "o.html")}\n`);
    expect(here.pareWith({ BROWSER: "no-such-browser" }, "report", "--open").stderr).toContain("could not be started");
    const markdown = here.pare("report", "hay.txt", "--as", "markdown");
    expect(markdown.stdout).toContain("```txt\nneedle");
    expect(markdown.stdout).toContain("seen: ");
    expect(markdown.stderr).toBe("");
    expect(here.pare("report", "-o", "r.md").code).toBe(0);
    expect(here.read("r.md")).toBe(markdown.stdout);
    expect(JSON.parse(here.pare("report", "--as", "json").stdout)).toMatchObject({
      name: "hay.txt",
      status: "complete",
    });
    const json = here.pare("report", "--as", "html", "-o", "x", "--json").stdout;
    expect(JSON.parse(json)).toMatchObject({ status: "complete", form: "html", report: "x" });
  });

  test("--explain is kept with the run", () => {
    const here = haystack();
    here.pare("hay.txt", "--test", "./test.sh");
    expect(here.pare("report", "-o", "a.html").code).toBe(0);
    expect(here.read("a.html")).not.toContain("What each part is needed for");
    expect(here.pare("report", "--explain", "-o", "a.html").code).toBe(0);
    expect(here.read("a.html")).toContain("What each part is needed for");
    // Without the test: nothing is left to be tested.
    here.write("test.sh", "#!/bin/sh\nexit 1\n", 0o755);
    expect(here.pare("report", "--explain", "-o", "b.html").code).toBe(0);
    expect(here.read("b.html")).toContain("What each part is needed for");
  });

  test("what is meant for reductions does not send a report elsewhere", () => {
    const here = haystack();
    here.pare("hay.txt", "--test", "./test.sh");
    expect(here.pareWith({ PARE_OUTPUT: "hay.txt" }, "report").stderr).toContain("hay.txt.report.html: ");
    expect(here.read("hay.txt")).toContain("hay 1\n");
  });

  test("what cannot be meant is refused, before anything is run", () => {
    const here = haystack();
    here.pare("hay.txt", "--test", "./test.sh");
    for (const [typed, words] of REFUSED) {
      const { code, stderr } = here.pare(...typed);
      expect(stderr).toContain(words);
      expect(code).toBe(2);
    }
    expect(existsSync(join(here.path, "r.pdf"))).toBe(false);
    expect(here.read("hay.txt")).toContain("hay 1\n");
  });
});
