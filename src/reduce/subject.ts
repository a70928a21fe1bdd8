/** From the original to what oracles are told of candidates. */
import { realpathSync } from "node:fs";
import type { TestCase } from "../core/test-case.ts";
import type { Subject } from "../oracles/oracle.ts";
import type { Inputs } from "./inputs.ts";

export const subjectOf = (
  { name, typed, kind, inputs, path, project }: Inputs & { readonly typed: string },
  place: Pick<Subject, "origin" | "beside" | "stdin">,
): Subject => ({
  name,
  typed,
  ...place,
  kind,
  ...(inputs !== undefined && { inputs }),
  ...(kind === "directory" && { root: realpathSync(path) }),
  ...(project !== undefined && { provided: (candidate: TestCase) => project.provided(candidate) }),
});
