import { writeFileSync } from "node:fs";
import { readCases } from "../peers/cases.ts";
import { played, readAnswers, record, writeAnswers } from "./recorded.ts";
const [only = "", ps = "1,16,64", mode = "smallest", log] = process.argv.slice(2);
const cases = readCases("../shared/bench/cases").filter(
  ({ name }) => only === "" || only.split(",").some((o) => name.startsWith(o)),
);
for (const subject of cases) {
  const path = `/tmp/ahead/answers/${subject.name}.json`;
  const answers = readAnswers(path);
  const smallest = mode === "smallest";
  const row: string[] = [];
  let course: string | undefined;
  for (const p of ps.split(",").map(Number)) {
    const startedAt = performance.now();
    if (p === 1) {
      await record(subject, smallest, answers);
      writeAnswers(path, answers);
    }
    const events: unknown[] = [];
    const r = await played(subject, smallest, {
      answers,
      workers: p,
      onEvent: (e) => {
        if (e.type === "test")
          events.push({
            step: e.step,
            fail: e.verdict.outcome === "fail",
            prov: e.provenance,
            size: e.size,
            key: e.key.slice(0, 8),
          });
      },
    });
    course ??= r.course;
    if (course !== r.course) console.log("DIFFERENT COURSE");
    row.push(`p=${p}: ${r.rounds} (${r.tests}) ${((performance.now() - startedAt) / 1000).toFixed(1)}s`);
    if (log && p === 1) writeFileSync(`/tmp/ahead/${mode}-${subject.name}.events.json`, JSON.stringify(events));
  }
  console.log(subject.name.padEnd(24), row.join("  "));
}
