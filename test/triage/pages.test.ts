/** What people read of a triage: its lines while it runs, and the page of a bug. */
import { expect, test } from "vitest";
import { triagePlace, type TriagePlace } from "./support.ts";

const notesOf = async (place: TriagePlace, more: Parameters<TriagePlace["triage"]>[0] = {}) => {
  const notes: string[] = [];
  const result = await place.triage({
    ...more,
    onEvent: (event) => void (event.type === "note" && notes.push(event.text)),
  });
  return { result, notes };
};

test("a bug that was reduced before something smaller was found: its page tells the whole way", async () => {
  const place = triagePlace();
  place.rebuild((text) =>
    text.replace("*apple*", "*apple*core*").replace("*berry*)", "*strawberries_and_cream* | *oak*)"),
  );
  place.write("a", `${"nothing\n".repeat(30)}strawberries_and_cream\n`);
  place.write("b", "apple\noak\ncore\n");
  const { result, notes } = await notesOf(place);
  const [first] = result.bugs;
  expect(first).toMatchObject({ before: 263, from: "found while reducing #2", after: 4 });
  const page = place.read(`triaged/${first?.folder ?? ""}/report.html`);
  expect(page).toContain("263 → 4 bytes");
  expect(page).toMatch(/crashes\/a, 263 bytes, was reduced to 23 bytes with \d+ tests?/);
  expect(page).toMatch(/found while reducing #2, \d+ bytes, was reduced to 4 bytes with \d+ tests?/);
  expect(page).toContain("<h1>KeyError");
  expect(page).toContain(`${first?.folder ?? "?"}/reduced`);
  expect(notes).toEqual([...new Set(notes)]);
});

test("a second input that changes nothing is not told again", async () => {
  const place = triagePlace();
  place.write("a", "one two three four berry five six seven\n");
  place.write("b", `${"x".repeat(3)}berry${"QWERTYUIOP".repeat(9)}\n`);
  const { notes } = await notesOf(place);
  const rows = notes.filter((note) => note.startsWith("#1 "));
  expect(rows).toEqual([expect.stringMatching(/^#1 {2}█+░+ {2}\d+ → 6 bytes, \d+ tests?$/)]);
});

test("the units to remove can be chosen", async () => {
  const place = triagePlace();
  place.write("a", "some berry jam\nmore\n");
  const { result } = await notesOf(place, { format: "lines" });
  expect(Buffer.from(result.bugs[0]?.reduced ?? []).toString()).toBe("some berry jam\n");
});
