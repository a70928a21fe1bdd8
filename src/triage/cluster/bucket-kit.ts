/** The test of one bug as workers of a cluster are handed it. */
import type { Blobs } from "../../cluster/blobs.ts";
import { given } from "../../core/maybe.ts";
import { onlyFile, type TestCase } from "../../core/test-case.ts";
import type { Subject } from "../../oracles/oracle.ts";
import type { Refinements } from "../../oracles/refinements.ts";
import type { PackedOracle } from "../../reduce/cluster/executor.ts";
import { namedInCommand, portableSubject } from "../../reduce/cluster/named-paths.ts";
import { packAround, programsOf, type TestKit } from "../../reduce/cluster/test-kit.ts";
import { contentOf } from "../../runs/steps/content.ts";
import { PARE_VERSION } from "../../runs/version.ts";
import type { BucketBy } from "../bucket-by.ts";
import type { BucketTest } from "../bucket-oracle.ts";
import type { TriageOptions } from "../options.ts";

export const BUCKET_KIND = "bucket";

/** The body of the kit. */
export interface BucketKit
  extends
    Pick<BucketTest, "signature" | "title" | "hangMs">,
    Pick<TestKit, "subject" | "files" | "beside" | "memory" | "sandbox"> {
  readonly command: readonly string[];
  readonly refinements: Refinements;
  readonly by: BucketBy;
  /** The debugger that says where signals happen; none unless given. */
  readonly debugger?: "gdb" | "lldb";
  readonly mode: number;
}

export interface BucketKitOptions {
  readonly test: BucketTest;
  readonly options: Pick<TriageOptions, "memory" | "sandbox">;
  readonly source: TestCase;
  readonly blobs: Blobs;
}

/** Stores what the test needs. */
export const packBucket = async ({
  test,
  options: { memory, sandbox },
  source,
  blobs,
}: BucketKitOptions): Promise<PackedOracle<TestCase>> => {
  const { target, name, signature, title, hangMs } = test;
  const { command, refinements, by, debugger: tool } = target.options;
  const subject: Subject = target.settingFor(name).subject;
  const found = namedInCommand(command, subject);
  const body: BucketKit = {
    ...(await packAround(found.named, subject, blobs)),
    ...given({ hangMs, memory, debugger: tool?.name }),
    ...(sandbox === true && { sandbox }),
    subject: { name, ...portableSubject(subject), stdin: subject.stdin, kind: "file" },
    command: found.command,
    refinements,
    by,
    signature,
    title,
    mode: onlyFile(source).mode,
  };
  return {
    kit: { kind: BUCKET_KIND, pare: PARE_VERSION, body },
    programs: programsOf(command, found),
    encode: (candidate) => contentOf(candidate, { plain: true }),
  };
};
