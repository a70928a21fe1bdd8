/** Where the tests of reductions run: this machine unless another backend is given. */
import type { TestBackend } from "../reduce/backend.ts";
import type { BucketTest } from "./bucket-oracle.ts";
import type { TriageOptions } from "./options.ts";

export interface TriageBackend {
  open(warn: (text: string) => void): Promise<OpenTriageBackend>;
}

export interface OpenTriageBackend {
  backendFor(test: BucketTest, options: TriageOptions): TestBackend;
  close(): Promise<void>;
}
