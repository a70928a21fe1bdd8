/** What an oracle server answers: one line for each question, with its outcome and, if it can, with the question's number. */
import * as v from "valibot";
import { attempt, given } from "../core/maybe.ts";
import { UserError } from "../core/errors.ts";
import type { Verdict } from "../core/verdict.ts";

export interface ServerAnswer {
  readonly verdict: Verdict;
  /** It has repeated the number of the question. */
  readonly isNumbered: boolean;
}

/** The question that is open. */
export interface OpenQuestion {
  readonly id: number;
  /** Earlier answers have repeated their numbers. */
  readonly isNumbered: boolean;
}

/** More of a reason is not kept. */
const LONGEST_REASON = 2000;
const SHOWN = 200;

const ONE_LINE =
  'It must answer each line with one line like {"id": 1, "outcome": "fail"}, "pass" or "unresolved", and print nothing else.';
const START_OVER =
  "If its answers do not repeat the id of the question, earlier answers may belong to other candidates: start over with --fresh.";

const answer = v.object({
  outcome: v.picklist(["fail", "pass", "unresolved"]),
  // What is not a text is no reason.
  reason: v.fallback(v.optional(v.string()), undefined),
  id: v.optional(v.unknown()),
});

/** Throws BAD_ANSWER for what is none, OUT_OF_TURN for one that belongs to another question. */
export const readAnswer = (line: string, { id, isNumbered }: OpenQuestion): ServerAnswer => {
  const said = attempt(() => v.parse(answer, JSON.parse(line)));
  if (said === undefined)
    throw new UserError("BAD_ANSWER", `The oracle server answered ${excerpt(line)}.`, { advice: ONE_LINE });
  const verdict = { outcome: said.outcome, ...given({ reason: said.reason?.slice(0, LONGEST_REASON) }) };
  const number = said.id ?? undefined;
  if (number === undefined && !isNumbered) return { verdict, isNumbered: false };
  if (number === id) return { verdict, isNumbered: true };
  const told = number === undefined ? "without a number" : `question ${excerpt(JSON.stringify(number))}`;
  throw new UserError("OUT_OF_TURN", `The oracle server answered ${told} where question ${id} was open.`, {
    advice: ONE_LINE,
  });
};

/** Nothing was asked. */
export const spokeOutOfTurn = (line: Uint8Array): UserError =>
  new UserError(
    "OUT_OF_TURN",
    `The oracle server printed a line although pare had asked nothing: ${excerpt(Buffer.from(line).toString())}.`,
    { advice: `${ONE_LINE} ${START_OVER}` },
  );

export const notText = (line: Uint8Array): UserError =>
  new UserError(
    "BAD_ANSWER",
    `The oracle server answered with bytes that are not UTF-8: ${excerpt(Buffer.from(line).toString())}.`,
    {
      advice: ONE_LINE,
    },
  );

export const spokeTooLong = (longest: number): UserError =>
  new UserError("BAD_ANSWER", `The oracle server printed a line of more than ${longest >> 20} MB.`, {
    advice: ONE_LINE,
  });

const excerpt = (line: string): string => JSON.stringify(line.slice(0, SHOWN));
