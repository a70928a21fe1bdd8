import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EMPTY_CURVE, extended } from "../../src/progress/curve.ts";
import { contentOf } from "../../src/runs/steps/content.ts";
import { shownOf } from "../../src/tui/best.ts";
import { canvas, painted } from "../../src/tui/canvas.ts";
import { forTerminal } from "../../src/core/control.ts";
import { visibleLine } from "../../src/core/visible.ts";
import { cells, head, withoutSequences } from "../../src/tui/cells.ts";
import { chart } from "../../src/tui/chart.ts";
import { diffLines, diffRows, diffSummary } from "../../src/tui/diff-page.ts";
import { highlighted } from "../../src/tui/highlight.ts";
import { wholePage } from "../../src/tui/history.ts";
import { keysOf } from "../../src/tui/keys.ts";
import { fitted, lineOf, span, textOf } from "../../src/tui/lines.ts";
import { cutBetween, preview } from "../../src/tui/preview.ts";
import { screenText, sceneOf, caseOf, stateAfter } from "./support.ts";

const anything = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom("\u001B", "[", "2", "J", "a", "漢", "\t", "\u202E", "\u0301", "\n") }),
);

describe("texts of others", () => {
  test("hold nothing that a terminal would obey", () => {
    fc.assert(
      fc.property(anything, (text) => {
        // oxlint-disable-next-line no-control-regex -- these are what must not be there
        expect(visibleLine(text)).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/u);
      }),
    );
  });

  test("fit exactly, whatever is in them", () => {
    fc.assert(
      fc.property(anything, fc.integer({ min: 1, max: 40 }), (text, width) => {
        expect(cells(textOf(fitted(lineOf(text), width)))).toBe(width);
        expect(head(visibleLine(text), width).cells).toBeLessThanOrEqual(width);
      }),
    );
  });

  test("wide characters take two cells, marks above letters none", () => {
    expect([cells("漢字"), cells("e\u0301"), cells("🙂"), cells("→")]).toEqual([4, 1, 2, 1]);
  });

  test("the output of a test is shown without its colours, its title cannot take over the terminal", () => {
    expect(withoutSequences("\u001B[31mred\u001B[0m \u001B]0;title\u0007x\u001B(B")).toBe("red x");
    const output = { outcome: "fail", ms: 3, text: "\u001B[2J\u001B]52;c;YQ==\u0007boom\u009B31m\n" } as const;
    const event = { type: "activity", started: 1, running: 0, busyMs: 3, last: output, version: 1, ms: 4 } as const;
    const shown = screenText(sceneOf(stateAfter([event]), { title: "\u001B[2Jname" }));
    expect(shown).toContain("boom\uFFFD31m");
    expect(shown).not.toContain("\u001B");
  });
});

describe("the size curve", () => {
  const dots = (points: readonly (readonly [number, number])[], until: number): readonly string[] =>
    chart(
      points.reduce((curve, [at, size]) => extended(curve, at, size), EMPTY_CURVE),
      { width: 17, height: 3, until },
    ).map(textOf);

  test("falls from the upper left to the lower right, on a logarithmic scale", () => {
    const rows = dots(
      [
        [0, 10_000],
        [5, 100],
        [10, 1],
      ],
      10,
    );
    expect(rows).toEqual(["   10k ⠉⠉⠉⠉⢹⠀⠀⠀⠀⠀", "       ⠀⠀⠀⠀⠸⠤⠤⠤⠤⢤", "     1 ⠀⠀⠀⠀⠀⠀⠀⠀⠀⢸"]);
  });

  test("is a line on top when nothing has changed", () => {
    expect(dots([[0, 500]], 0)[0]).toContain("⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉");
  });
});

describe("the preview", () => {
  const order = { width: 40, height: 6, language: "c" };

  test("marks the cut at its place, with how much went", () => {
    const [before, after] = ["int a;\nint b;\nint c;\n", "int a;\nint c;\n"];
    const rows = preview(after, { ...order, cut: cutBetween(before, after) }).map(textOf);
    expect(rows.join("\n")).toContain("int …c;");
  });

  test("a replacement is marked with what came", () => {
    const rows = preview("x = 0;", { ...order, cut: cutBetween("x = 12345;", "x = 0;") }).map(textOf);
    expect(rows[0]).toContain("x = …0;");
  });

  test("shows the place of the cut in a file of any length, folding long lines", () => {
    const long = `${"a".repeat(100_000)}\n${"b".repeat(100_000)}`;
    const cut = { at: 150_000, removed: 10, inserted: 0 };
    const rows = preview(long, { ...order, cut }).map(textOf);
    expect(rows).toHaveLength(6);
    expect(rows.join("")).toContain("…");
    for (const row of rows) expect(cells(row)).toBeLessThanOrEqual(40);
  });

  test("numbers lines, and begins at the start when nothing was cut", () => {
    expect(preview("a\nb\n", order).map((row) => textOf(row).trimEnd())).toEqual([" 1 a", " 2 b", " 3"]);
  });

  test("of several files, shows the one that has changed", () => {
    const [a, b] = [caseOf("a.c", "int a;").files, caseOf("b.c", "int b;").files];
    const before = { ...caseOf("a.c", ""), files: [...a, ...b] };
    const after = { ...before, files: [...a, ...caseOf("b.c", "int;").files] };
    expect(shownOf(after, before)).toMatchObject({
      name: "b.c of 2 files",
      text: "int;",
      language: "c",
      cut: { removed: 2 },
    });
  });

  test("what is no text is shown as numbers", () => {
    const shown = shownOf(caseOf("a.bin", new Uint8Array([0, 1, 2, 65])), undefined);
    expect(screenText(sceneOf(stateAfter([]), { shown }))).toContain("00000000  00 01 02 41");
  });
});

test("colours by tokens: comments, strings, numbers, words; by the language's own comments", () => {
  const styles = (text: string, language: string): readonly string[] =>
    highlighted(text, language).map(({ from, to, style }) => `${style}:${text.slice(from, to)}`);
  expect(styles('if (x) y = "a//b"; // no', "c")).toEqual(["blue:if", 'green:"a//b"', "dim:// no"]);
  expect(styles("x = 1 # no\nreturn", "py")).toEqual(["yellow:1", "dim:# no", "blue:return"]);
  expect(styles("#include <a>\n", "c")).toEqual(["magenta:#include"]);
  expect(styles("<a>x</a><!-- c -->", "html")).toEqual(["blue:<a", "blue:>", "blue:</a", "blue:>", "dim:<!-- c -->"]);
});

test("every ending of a language has its comments, and an ending that several languages share is nobody's", () => {
  const isComment = (text: string, ending: string): boolean =>
    highlighted(text, ending).some(({ from, to, style }) => style === "dim" && to - from === text.length);
  const hashed = ["py", "pyi", "python", "Makefile", "mk", "rake", "yml", "conf"];
  expect(hashed.filter((ending) => !isComment("# no", ending))).toEqual([]);
  expect(["c", "h", "ts", "m", "lua", "nothing"].filter((ending) => isComment("# no", ending))).toEqual([]);
  expect(["m", "tex"].filter((ending) => !isComment("% no", ending))).toEqual([]);
});

test("colouring never loses its way, whatever the text", () => {
  fc.assert(
    fc.property(anything, fc.constantFrom("c", "py", "html", "sql", "css"), (text, language) => {
      let at = 0;
      for (const { from, to } of highlighted(text, language)) {
        expect(from).toBeGreaterThanOrEqual(at);
        expect(to).toBeGreaterThan(from);
        at = to;
      }
      expect(at).toBeLessThanOrEqual(text.length);
    }),
  );
});

test("a diff counts what is far from changes, and shows a long line from where it differs", () => {
  const before = `${Array.from({ length: 20 }, (_, index) => `line ${index}`).join("\n")}\n${"x".repeat(90)}old\n`;
  const rows = diffRows(before, before.replace("old", "new"));
  expect(rows.map(({ sign }) => sign).join("")).toBe("~   -+");
  expect(rows.at(-1)?.text).toBe(`…${"x".repeat(16)}new`);
  expect(diffSummary(rows)).toBe("1 line removed, 1 added");
});

test("keys: letters, arrows of both kinds, and nothing for sequences nobody knows", () => {
  expect(keysOf("pq\u001B[A\u001BOC\u001B[5~\u001B[99~\u001B\u0003 ")).toEqual([
    "p",
    "q",
    "up",
    "right",
    "pageup",
    "escape",
    "interrupt",
    "space",
  ]);
});

describe("the canvas", () => {
  const device = (): { written: string[]; write: (text: string) => void; columns: number; rows: number } => {
    const written: string[] = [];
    return { written, write: (text) => void written.push(forTerminal(text)), columns: 10, rows: 3 };
  };

  test("writes only the lines that have changed, and nothing when none has", () => {
    const to = device();
    const on = canvas(to, false);
    on.enter();
    on.draw([lineOf("one"), lineOf("two")]);
    on.draw([lineOf("one"), lineOf("2")]);
    on.draw([lineOf("one"), lineOf("2")]);
    expect(to.written).toHaveLength(3);
    expect(to.written[2]).toBe("\u001B[?2026h\u001B[2;1H2         \u001B[?2026l");
  });

  test("is drawn anew when the terminal has another size", () => {
    const to = device();
    const on = canvas(to, false);
    on.enter();
    on.draw([lineOf("one")]);
    to.columns = 4;
    on.draw([lineOf("one")]);
    expect(to.written.at(-1)).toContain("\u001B[2J\u001B[1;1Hone ");
  });

  test("leaves the terminal as it was, once", () => {
    const to = device();
    const on = canvas(to, false);
    on.leave();
    on.enter();
    on.leave();
    on.leave();
    on.draw([lineOf("late")]);
    expect(to.written).toHaveLength(2);
    for (const back of ["\u001B[?1049l", "\u001B[?25h", "\u001B[?7h"]) expect(to.written[1]).toContain(back);
    // Empty: tmux keeps lines of it where the size has changed meanwhile.
    expect(to.written[1]?.indexOf("\u001B[H\u001B[2J")).toBeLessThan(to.written[1]?.indexOf("\u001B[?1049l") ?? 0);
    expect(to.written[1]).toContain("\u001B[H\u001B[2J");
  });
});

test("without colours, there are none; what stands out does so by weight", () => {
  const line = [span("a", "red"), span("b", "cut"), span("c")];
  expect(forTerminal(painted(line, false))).toBe("a\u001B[0;7mb\u001B[0mc");
  expect(forTerminal(painted(line, true))).toBe("\u001B[0;31ma\u001B[0;1;97;41mb\u001B[0mc");
});

test("of directories, each file that has changed is shown under its name", () => {
  const of = (files: Readonly<Record<string, string>>): Uint8Array =>
    contentOf(
      { files: Object.entries(files).map(([path, text]) => ({ path, mode: 0o644, bytes: () => Buffer.from(text) })) },
      { plain: false },
    );
  const contents = [
    of({ "a.c": "one\ntwo\n", "b.c": "same\n", "c.c": "gone\n" }),
    of({ "a.c": "two\n", "b.c": "same\n" }),
  ];
  const page = wholePage({ plain: false, count: 1, step: () => undefined, content: (at) => contents[at] });
  expect(diffLines(page?.rows ?? [], 0, 20).map(textOf)).toEqual([
    " a.c, 8 → 4 bytes",
    " - one",
    "   two",
    " c.c, gone (5 bytes)",
    " - gone",
    " 1 file as before",
  ]);
});
