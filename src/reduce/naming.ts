/** What names a reduction: by it an earlier run is found again. */
import type { TestCase } from "../core/test-case.ts";
import { runsIn } from "../runs/directory.ts";
import { extraFileDigests } from "../runs/extra-files.ts";
import { identityHash, type Identity } from "../runs/identity.ts";
import { isSameTest, type Pins } from "../runs/pins.ts";
import { PARE_VERSION } from "../runs/version.ts";
import type { ReduceJob } from "./job.ts";
import { decisiveOptions, oracleRequest } from "./options.ts";

export interface Naming {
  readonly hash: string;
  readonly request: string;
  readonly identity: Identity;
}

/** What was asked for, before anything is learnt. */
export interface Request {
  readonly hash: string;
  readonly identity: Omit<Identity, "oracle">;
}

/** `start` is where the search starts, if that is not the original. */
export const requestOf = (job: ReduceJob, start: TestCase | undefined): Request => {
  const { options, original, extraFiles } = job;
  const decisive = decisiveOptions(options, job);
  const identity = {
    name: original.name,
    input: original.sha256,
    beside: extraFileDigests(extraFiles),
    options: start === undefined ? decisive : { ...decisive, start: start.key() },
    version: PARE_VERSION,
  };
  return { hash: identityHash({ ...identity, oracle: oracleRequest(options) }), identity };
};

/** The identity of the oracle of an earlier run that was asked the same of the same test: it is not learnt again. */
export const earlierOracle = (runs: string, { hash }: Request, pins: Pins): { readonly earlier?: unknown } => {
  const found = runsIn(runs).find(({ record }) => record?.request === hash && isSameTest(pins, record));
  return found?.record === undefined ? {} : { earlier: found.record.identity.oracle };
};

export const namingOf = ({ hash: request, identity: about }: Request, oracle: unknown): Naming => {
  const identity = { ...about, oracle };
  return { identity, request, hash: identityHash(identity) };
};
