/** What pare proposes with --valid where a failure needs some words of a text and a checker must accept it. */
import { auto } from "../../src/pipelines/auto.ts";
import { binary } from "../../src/pipelines/binary.ts";
import { loadLanguage } from "../../src/languages/load.ts";
import { bytesCase, bytesOf, played, playedAsync, textCase, textOf } from "../../test/passes/support.ts";
import { draws } from "../../test/support/seeds.ts";
import type { Check } from "./checkers.ts";

export interface Asked {
  readonly tested: number;
  /** What the checker said against the others, with the pass that had proposed them. */
  readonly refused: readonly Refusal[];
}

interface Refusal {
  readonly pass: string;
  readonly complaint: string;
  readonly text: string;
}

export interface Question {
  readonly language: string;
  readonly text: string;
  readonly check: Check;
  readonly salt: number;
  /** At most so many candidates. */
  readonly most: number;
}

/** So many different words of a text have to stay. */
const NEEDED = 3;

export const askAboutText = async ({ language, text, check, salt, most }: Question): Promise<Asked> => {
  const random = draws(salt);
  const words = [...new Set(text.match(/[A-Za-z_]\w{2,}/g))];
  const needed = Array.from({ length: NEEDED }, () => words[random.below(words.length)] ?? "");
  const strategy = auto({ language: await loadLanguage(language), rename: false, valid: true });
  const seen = new Map<string, string | undefined>();
  const refused: Refusal[] = [];
  await playedAsync(
    strategy(textCase(text)),
    (candidate, step) => {
      const own = textOf(candidate);
      if (seen.size >= most && !seen.has(own)) return false;
      const complaint = seen.has(own) ? seen.get(own) : check(own);
      if (complaint !== undefined && !seen.has(own)) refused.push({ pass: step.pass ?? "", complaint, text: own });
      seen.set(own, complaint);
      return complaint === undefined && needed.every((word) => own.includes(word));
    },
    10 * most,
  );
  return { tested: seen.size, refused };
};

/** A share of the bytes of a file has to stay. */
const NEEDED_SHARE = 0.3;

export const askAboutBytes = (bytes: Uint8Array, check: Check, most: number): Asked => {
  const seen = new Map<string, string | undefined>();
  const refused: Refusal[] = [];
  played(
    binary(1, true)(bytesCase(bytes)),
    (candidate, step) => {
      const key = candidate.key();
      if (seen.size >= most && !seen.has(key)) return false;
      const complaint = seen.has(key) ? seen.get(key) : check(bytesOf(candidate));
      if (complaint !== undefined && !seen.has(key)) refused.push({ pass: step.pass ?? "", complaint, text: "" });
      seen.set(key, complaint);
      return complaint === undefined && candidate.size >= NEEDED_SHARE * bytes.length;
    },
    10 * most,
  );
  return { tested: seen.size, refused };
};
