/** What a worker says of a test, made harmless: it comes from another machine, and has only the members that it should. */
import type { Evidence, Finding } from "../core/verdict.ts";

const OUTCOMES: ReadonlySet<unknown> = new Set(["fail", "pass", "unresolved"]);

/** `undefined` for what is none. */
export const findingIn = (body: unknown): Finding | undefined => {
  if (!isObject(body) || !OUTCOMES.has(body["outcome"])) return undefined;
  const { outcome, reason, ms, evidence } = body;
  if (typeof ms !== "number" || !(ms >= 0)) return undefined;
  return {
    outcome: outcome as Finding["outcome"],
    ms,
    ...(typeof reason === "string" && { reason }),
    ...(isObject(evidence) && { evidence: evidenceIn(evidence) }),
  };
};

type Plain = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Plain => typeof value === "object" && value !== null;

const evidenceIn = ({ output, exit, signal, timedOut }: Plain): Evidence => ({
  ...(typeof output === "string" && { output }),
  ...(typeof exit === "number" && { exit }),
  ...(typeof signal === "string" && { signal }),
  ...(typeof timedOut === "boolean" && { timedOut }),
});
