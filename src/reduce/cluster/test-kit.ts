/** A test as workers of a cluster are handed it: everything that decides its answers, and nothing of this machine. */
import { statSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { Blobs } from "../../cluster/blobs.ts";
import { packTree } from "../../cluster/trees.ts";
import { UserError } from "../../core/errors.ts";
import { onlyFile, type TestCase } from "../../core/test-case.ts";
import type { Bar } from "../../oracles/flaky.ts";
import type { ProcessOracle, Subject } from "../../oracles/oracle.ts";
import { storedDiffers } from "../../oracles/sides/differs.ts";
import { storedSane, type SaneTest } from "../../oracles/sides/sane.ts";
import { sideLines } from "../../oracles/sides/line.ts";
import { contentOf } from "../../runs/steps/content.ts";
import { programsCalled } from "./called-programs.ts";
import type { PackedOracle } from "./executor.ts";
import { packFiles, type KitFiles } from "./kit-files.ts";
import { packLinks } from "./kit-links.ts";
import { namedBy, namedByLines, portableSubject, type NamedTest } from "./named-paths.ts";
import type { OracleOptions } from "../options.ts";
import { storedTest, type ProcessTest } from "../process-test.ts";
import { PARE_VERSION } from "../../runs/version.ts";

export const TEST_KIND = "test";

/** The body of the kit. */
export interface TestKit {
  readonly test: ProcessTest;
  /** Lines for sh that must succeed on every candidate. */
  readonly passes?: readonly string[];
  readonly sane?: SaneTest;
  readonly subject: Pick<Subject, "name" | "typed" | "stdin" | "kind" | "inputs">;
  /** The mode of the one file, where contents are its bytes; missing where they are archives. */
  readonly mode?: number;
  /** Trees that lie beside the candidate. */
  readonly beside: readonly string[];
  /** What the test names from the directory pare was started in. */
  readonly files: KitFiles;
  /** What links lead to that lead out of the candidate. */
  readonly outward: readonly string[];
  readonly memory?: number;
  readonly sandbox?: boolean;
  readonly keepLauncher?: boolean;
  readonly repeat?: number;
  readonly bar?: Bar;
}

export interface TestKitOptions {
  readonly options: OracleOptions;
  readonly subject: Subject;
  readonly source: TestCase;
  readonly oracle: ProcessOracle;
  /** For oracles that lie. */
  readonly bar?: Bar;
  readonly blobs: Blobs;
}

export type PackedTest = PackedOracle<TestCase>;

/** Stores what the test needs. The same test makes the same kit, wherever it is packed. */
export const packTest = async (packing: TestKitOptions): Promise<PackedTest> => {
  const { options, subject, source, bar, blobs } = packing;
  const { name, stdin, kind = "file" } = subject;
  const { memory, sandbox, keepLauncher, repeat, validators = [] } = options;
  const given = testOf(packing);
  const found = namedBy(given, subject);
  const sane = storedSane(packing.oracle.identity);
  const passes = namedByLines(sideLines(validators, subject), subject);
  const { test } = found;
  const named = new Map([...found.named, ...passes.named]);
  const { files, beside } = await packAround(named, subject, blobs);
  const { trees: outward, portable } = await packLinks(source, subject, blobs);
  const plain = kind === "file" && source.words === undefined;
  const body: TestKit = {
    test,
    ...(validators.length > 0 && { passes: passes.lines }),
    ...(sane !== undefined && { sane }),
    subject: { name, ...portableSubject(subject), stdin, kind },
    ...(plain && { mode: onlyFile(source).mode }),
    beside,
    files,
    outward,
    ...(memory !== undefined && { memory }),
    ...(sandbox === true && { sandbox }),
    ...(keepLauncher === true && { keepLauncher }),
    ...(repeat !== undefined && repeat > 1 && { repeat }),
    ...(bar !== undefined && { bar }),
  };
  return {
    kit: { kind: TEST_KIND, pare: PARE_VERSION, body },
    programs: programsOf(given.kind === "command" ? given.command : [], {
      named,
      texts: [...found.texts, ...passes.texts, sane?.warn ?? ""],
    }),
    encode: (candidate) => contentOf(portable(candidate), { plain }),
  };
};

/** Stores what a test names, and what lies beside the candidate. */
export const packAround = async (
  named: ReadonlyMap<string, string>,
  subject: Subject,
  blobs: Blobs,
): Promise<Pick<TestKit, "files" | "beside">> => {
  const stored = new Map<string, string>();
  for (const path of subject.extraFiles) stored.set(path, await blobs.put(packTree(path)));
  const withBeside = new Map([...named, ...belowOrigin(subject)]);
  const files = await packFiles({ named: withBeside, origin: subject.origin, blobs, stored });
  return { files, beside: subject.extraFiles.map((path) => stored.get(path) as string) };
};

/** Throws a `UserError` for tests that are no processes. */
const testOf = ({ options, oracle }: TestKitOptions): ProcessTest => {
  const { test, oracleServer, differs } = options;
  if (test !== undefined) return { kind: "script", script: test };
  if (oracleServer !== undefined) return { kind: "server", command: oracleServer };
  const different = differs && storedDiffers(oracle.identity);
  if (different !== undefined) return { kind: "differs", ...different };
  const learnt = storedTest(oracle.identity);
  if (learnt !== undefined) return { kind: "command", ...learnt };
  throw notForClusters();
};

export const notForClusters = (): UserError =>
  new UserError("NOT_ON_CLUSTER", "This test cannot be sent to other machines: it lives in this process.", {
    advice: "Leave --cluster out, or give a test that is a process: --test SCRIPT, -- COMMAND or --oracle-server.",
  });

export const notAssembled = (): UserError =>
  new UserError(
    "NOT_ON_CLUSTER",
    "A file that is reduced as the text of a disassembler cannot be sent to other machines.",
    {
      advice: "Leave --cluster out; or disassemble the file yourself, and let the test assemble the text.",
    },
  );

/** What lies beside the candidate is also found from the origin, where it lies below that. */
const belowOrigin = ({ extraFiles, origin }: Subject): readonly (readonly [string, string])[] =>
  extraFiles
    .filter((path) => path.startsWith(`${origin}/`))
    .map((path) => [path.slice(origin.length + 1), resolve(path)] as const);

/** The program of a command, and well-known ones that a line for a shell or a script calls; not what is sent along. */
export const programsOf = (
  [program = ""]: readonly string[],
  { named, texts }: Pick<NamedTest, "named" | "texts">,
): readonly string[] => {
  const isSent = program.includes("/") && [...named.keys()].some((path) => basename(path) === basename(program));
  return [...new Set([...programsCalled(isSent ? "" : program, texts), ...texts.flatMap(calledByPath)])].slice(0, MAX);
};

const MAX = 32;
/** Absolute paths in a script; what comes with the system is known by its name, if at all. */
const PATHS = /(?<![\w.$}/-])\/(?:[\w.+@-]+\/)+[\w.+@-]+/g;
const WITH_THE_SYSTEM = /^\/(?:usr\/)?s?bin\//;

/** A compiler that was just built, say: it is not sent, and what another build has said is not to be taken for its answers. */
const calledByPath = (text: string): readonly string[] =>
  (text.match(PATHS) ?? []).filter((path) => !WITH_THE_SYSTEM.test(path) && isProgram(path));

const isProgram = (path: string): boolean => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true && (stats.mode & 0o111) !== 0;
};
