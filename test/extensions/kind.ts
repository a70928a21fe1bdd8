/** A toy kind of isolation: one file, and one line of the registry. */
import type { Extension } from "./tree.ts";

export const kind: Extension = {
  writes: {
    "isolate/kinds/letters.ts": `/** Letters of a word, in the variable LETTERS: \`--letters GOOD BAD\`. */
import { elements } from "../../core/configuration.ts";
import type { Kind, Pair } from "../kind.ts";
import { mixture } from "../mixture.ts";
import { originPlace } from "../places/origin-place.ts";

export interface LetterEnds {
  readonly letters?: Pair;
}

export const lettersKind: Kind<LetterEnds> = {
  name: "letters",
  about: "two words: which letter does it?",
  noun: "letter",
  flags: { letters: { usage: "--letters <good> <bad>", about: "two words: which letter does it?", takes: "pair" } },
  example: "--letters GOOD BAD -- COMMAND",
  offers: [],
  layout: "own",
  notOnCluster: "--letters is a toy",
  applies: ({ letters }) => letters !== undefined,
  open: async ({ ends, origin }) => {
    const [good, bad] = ends.letters ?? ["", ""];
    const all = [...bad].map((id) => ({ id, new: id }));
    return {
      name: "letters",
      identity: [good, bad],
      titles: { good, bad },
      changes: async () => ({
        all,
        levels: [{ name: "letters", groups: Int32Array.from(all, (_, i) => i) }],
        mix: (chosen) =>
          mixture(chosen.length, { environment: { LETTERS: good + elements(chosen).map(({ id }) => id).join("") } }),
      }),
      jobs: 1,
      openPlace: async () => originPlace(origin),
      close: async () => undefined,
    };
  },
};
`,
  },
  inserts: {
    "isolate/kinds/every.ts": [
      ['export { inputsKind } from "./inputs/kind.ts";\n', 'export { lettersKind } from "./letters.ts";\n'],
    ],
  },
};
