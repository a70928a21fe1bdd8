/** The source of a reporter for vitest: it is loaded by vitest itself, from a file, and imports nothing of pare. */

export const vitestReporter: string = `// Written by pare: runs the files in pare's order and prints the outcome of one test.
import { readFileSync } from "node:fs";

const { files, victim, patterns } = JSON.parse(readFileSync(new URL("pare-vitest.json", import.meta.url), "utf8"));
const rank = new Map(files.map((file, place) => [file, place]));
const rankOf = (spec) => rank.get(spec.moduleId ?? spec[1]) ?? files.length;

class InOrder {
  sort(specs) {
    return [...specs].sort((a, b) => rankOf(a) - rankOf(b));
  }
  shard(specs) {
    return specs;
  }
}

const chosen = (ranges) =>
  ranges.split(",").flatMap((range) => {
    const [from, to = from] = range.split("-").map(Number);
    return patterns.slice(from, to + 1);
  });

export default class {
  onInit(vitest) {
    vitest.config.sequence.sequencer = InOrder;
    const ranges = process.env.PARE_CHOSEN;
    if (ranges !== undefined) vitest.setGlobalTestNamePattern(new RegExp(chosen(ranges).join("|")));
  }
  onTestCaseResult(test) {
    if (test.module.moduleId !== victim.file || test.fullName !== victim.name) return;
    process.stdout.write("\\npare: the victim " + test.result().state + "\\n");
  }
}
`;
