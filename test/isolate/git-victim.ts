/** Run by a test that kills it: opens places of a repository and brings them to one state after the other, for ever. Arguments: origin, good revision, directory. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { gitKind } from "../../src/isolate/kinds/git/kind.ts";

const [origin = "", good = "", directory = ""] = process.argv.slice(2);
const storage = join(directory, "storage");
mkdirSync(storage, { recursive: true });
const signal = new AbortController().signal;
const note = (): void => {};
for (let turn = 0; ; turn++) {
  const kind = await gitKind.open({
    ends: { git: { good } },
    origin,
    storage,
    only: [],
    skip: [],
    level: "auto",
    note,
    signal,
  });
  const place = await kind.openPlace(join(directory, String(turn)));
  const steps = kind.history?.steps.length ?? 0;
  for (let n = 0; n <= steps; n++) await place.prepare((await kind.history?.at(n)) as never);
  await kind.explain?.((await kind.changes()).all);
  process.stdout.write("turn\n");
}
