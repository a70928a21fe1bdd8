/** What cannot be isolated on a cluster. */
import { UserError } from "../../core/errors.ts";
import type { Ends } from "../kind.ts";

/** Throws a `UserError` (NOT_ON_CLUSTER). */
export const checkEnds = ({ lock, env, tests }: Ends): void => {
  if (lock !== undefined) throw refused("--lock mixes two installations of packages, which lie on this machine");
  if (env !== undefined) throw refused("--env runs its tests in your own directory");
  if (tests !== undefined) throw refused("--tests runs its tests in your own directory");
};

export const refused = (why: string): UserError =>
  new UserError("NOT_ON_CLUSTER", `This cannot be isolated on a cluster: ${why}.`, {
    advice: "Leave --cluster out: then the tests run on this machine.",
  });
