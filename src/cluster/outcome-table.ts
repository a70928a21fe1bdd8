/** Which outcomes are shared: those of one oracle, on machines that have the same programs. */
import { canonical, sha256 } from "../runs/identity.ts";
import type { Environment } from "./protocol.ts";

/**
 * Names the outcomes of a kit on a machine. A compiler that was upgraded says something else about the same candidate: what the old
 * one has said is not taken for it. Workers keep outcomes by what they have, and a run looks for those of machines like its own.
 */
export const tableOf = (kit: string, { arch, programs }: Environment): string =>
  sha256(Buffer.from(canonical({ kit, arch, programs })));
