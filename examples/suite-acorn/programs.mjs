/** Programs of one statement a line, by fast-check. */
import * as fc from "fast-check";

const NAMES = ["a", "b", "value", "café", "$x", "_", "of", "async", "get", "\\u0061bc"];
const ATOMS = [
  NAMES,
  ["null", "this", "true", "import.meta.url", "tag`a${1}\\unicode`", "(function () { return new.target })"],
  ["0", "1.5", ".5e-3", "0x1F", "0b101", "0o17", "1_000_000", "9007199254740993n"],
  [`"text"`, `'it\\'s'`, `"\\u{1F600}\\x41\\n"`, "`plain`", "/a+b*?/gi", "/[^\\]\\da-z]{2,3}/u"],
  ["/(?<year>\\d{4})\\k<year>/", "/(?=x)(?!y)(?<=z)|^$/m", "/\\p{Script=Greek}/v"],
].flat();

/** @e is an expression, @n a name, @@ the number of the line, so that no name is declared twice. */
const EXPRESSIONS = [
  ["(@e + @e)", "(@e % @e)", "(@e >>> @e)", "(@e === @e)", "(@e in @e)", "(@e instanceof @e)", "(@e && @e)"],
  ["(@e || @e)", "((@e) ** (@e))", "(@e ?? @e)", "!(@e)", "typeof (@e)", "-(@e)", "(@e ? @e : @e)", "(@n = @e)"],
  ["(@n ??= @e)", "@n++", "[@e, , ...[@e]]", "`head ${@e} middle ${@e} tail`", "@n?.[@e]?.call(@n)", "import(@e)"],
  ["new a.b(...[@e])", "({ @n: @e, [@e]: 1, get @n() { return 1 }, ...@n, async *m() { yield* @n } })"],
  ["((p, [x = @e] = [], ...rest) => p)", "(async () => { await @e })", "(function* () { const got = yield @e })"],
  ["(class extends B { static #p = @e; static { this.#p } constructor() { super() } })"],
].flat();
const LINES = [
  "const { x@@, y: [z@@ = @e] = [], ...r@@ } = @e;",
  "if (@e) { (@e); } else v = 1;",
  "for (let i = 0, n = @e; i < n; i++) { if (i) continue; break; }",
  "for (const k in @e) ;",
  "for await (const k of [@e]) { }",
  "while (@e) break;",
  "do { ; } while (@e)",
  "switch (@e) { case @e: break; default: { } }",
  "try { throw @e; } catch { } finally { debugger; }",
  "try { } catch ({ message = @e }) { }",
  "label@@: for (;;) { break label@@; } // a comment",
  "function f@@(a, { b }, c = @e) { return a }",
  "async function* g@@() { for (;;) { yield await @e } }",
  `class C@@ { static async *#m() { } get x() { return #m in this } set x(v) { } [@e] = 1; static y; "z"() { } }`,
  "export const e@@ = @e;",
  'import d@@, { a as i@@ } from "m"; export * as n@@ from "n";',
  'import * as s@@ from "m"; export { s@@ as "string name@@" };',
  "/* a comment */ @e;",
];
const COMMON = ["(@e);", "const v@@ = @e;", "let v@@ = @e;", "var v@@;"];
const BROKEN = [
  "let let = 1;",
  "a b;",
  '"open',
  "return 1;",
  "x = /(/;",
  "break nowhere;",
  "var \\u00",
  "`\\u{110000}`;",
];

const from = (templates, filled) =>
  fc.constantFrom(...templates).chain((template) => {
    const parts = template.split(/(@[en])/);
    const arbitraries = parts.map((part) =>
      part === "@e" ? filled : part === "@n" ? fc.constantFrom(...NAMES) : fc.constant(part),
    );
    return fc.tuple(...arbitraries).map((some) => some.join(""));
  });

/** Of some kinds each, not of all: so what is rare gets room. One in ten ends with an error, as a fuzzer has it. */
const program = fc
  .record({
    length: fc.integer({ min: 60, max: 140 }),
    lines: fc.shuffledSubarray(LINES, { minLength: 2, maxLength: 8 }),
    expressions: fc.shuffledSubarray(EXPRESSIONS, { minLength: 3, maxLength: 9 }),
    end: fc.oneof({ weight: 9, arbitrary: fc.constant(";") }, { weight: 1, arbitrary: fc.constantFrom(...BROKEN) }),
  })
  .chain(({ length, lines, expressions, end }) => {
    const atom = fc.constantFrom(...ATOMS);
    const flat = from(expressions, atom);
    const expression = fc.oneof(atom, flat, flat, from(expressions, fc.oneof(atom, flat)));
    const line = from([...COMMON, ...lines], expression);
    return fc
      .array(line, { minLength: length, maxLength: length })
      .map((all) => [...all, end].map((text, n) => `${text.replaceAll("@@", String(n))}\n`).join(""));
  });

/** The same ones for the same seed. */
export const programs = (count, seed) => fc.sample(program, { numRuns: count, seed });
