/** A stranger who can speak to the server but has no secret, messages that want to write elsewhere, and where secrets turn up. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPENERS } from "../../src/cli/cluster/openers.ts";
import { openCluster } from "../../src/cluster/connection/connect.ts";
import { JOBS_SUBJECTS, RUNS_SUBJECT, WORKERS_SUBJECT, type Job } from "../../src/cluster/protocol.ts";
import { signerOf } from "../../src/cluster/signing.ts";
import { sha256 } from "../../src/runs/identity.ts";
import { startNats, type NatsServer } from "./nats-server.ts";
import { openCrew, siteOf, startPare, type Crew, type Site } from "./support.ts";
import { openField, ORIGINAL, PARE, until } from "./worker-support.ts";

const SECRET = "quite-a-secret-0123456789abcdef";
const PASSWORD = "watchword-of-the-server";

let server: NatsServer;
let crew: Crew;
let site: Site;
let url: string;
let directory: string;
const within = (name: string): string => join(directory, name);

beforeAll(async () => {
  server = await startNats({ config: `authorization { user: "team", password: "${PASSWORD}" }` });
  url = server.url.replace("nats://", `nats://team:${PASSWORD}@`);
  crew = openCrew(url);
  directory = mkdtempSync(join(tmpdir(), "pare-security-"));
  writeFileSync(within("secret"), `${SECRET}\n`, { mode: 0o600 });
  writeFileSync(within("another"), "some other secret, long enough\n", { mode: 0o600 });
  writeFileSync(within("trace"), "");
  // It leaves a trace of what it was given, and prints all that it is told.
  site = siteOf({
    name: "traced",
    files: { "in.txt": Array.from({ length: 40 }, (_, line) => `line ${line}`).join("\n") },
    test: `sha256sum in.txt | cut -c 1-64 >> ${within("trace")}\nenv\nsleep 0.05\ngrep -q "line 17" in.txt`,
    typed: ["--format", "lines", "--secret-file", within("secret")],
  });
});
afterAll(async () => {
  await crew?.stop();
  await server?.stop();
  site?.remove();
  rmSync(directory, { recursive: true, force: true });
});

const filesBelow = (root: string): readonly string[] =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => join(root, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);

const traces = (): readonly string[] => readFileSync(within("trace"), "utf8").split("\n").filter(Boolean);

describe("a stranger on the server", () => {
  test("has nothing run, is told of, and sees no secret anywhere", async () => {
    const cache = within("cache");
    const worker = crew.hire({ typed: ["--secret-file", within("secret"), "--cache", cache, "--json"] });
    const stranger = await openCluster({ url, secretFile: within("another") }, { name: "stranger" });
    const { connection, jetstream } = stranger;
    const heard: { readonly subject: string; readonly data: Uint8Array }[] = [];
    for (const subject of [JOBS_SUBJECTS, RUNS_SUBJECT, WORKERS_SUBJECT])
      connection.subscribe(subject, {
        callback: (_, msg) => void heard.push({ subject: msg.subject, data: msg.data }),
      });
    const jobs = (): typeof heard => heard.filter(({ subject }) => subject.startsWith("pare.jobs."));
    // The address stands where tests could see it.
    const reducing = startPare(site.path, [...site.typed, "--json"], ["env", `PARE_CLUSTER=${url}`]);
    await until(() => jobs().length > 2 || reducing.isOver());
    const [{ subject, data: genuine }] = jobs() as [(typeof heard)[number]];
    const evil = Buffer.from("line 17\nEVIL\n");
    const job: Job = {
      type: "job",
      id: "evil",
      run: subject.slice("pare.jobs.".length),
      kit: "0".repeat(64),
      key: "evil",
      sha256: sha256(evil),
      bytes: evil.length,
      terms: { timeout: 1000 },
      shared: false,
    };
    const damaged = Buffer.from(genuine);
    damaged[damaged.length - 1] = (damaged.at(-1) as number) ^ 1;
    await jetstream.publish(subject, "rm -rf /");
    await jetstream.publish(subject, damaged);
    await jetstream.publish(subject, stranger.signer.seal(job, { payload: evil }));
    await jetstream.publish(subject, genuine);
    for (const other of [RUNS_SUBJECT, WORKERS_SUBJECT]) connection.publish(other, "hello");
    expect([await reducing.ended, reducing.said()]).toEqual([0, expect.stringContaining('"complete"')]);
    expect(Buffer.from(site.read()).toString().trim()).toBe("line 17");
    const status = startPare(
      ".",
      ["worker", "--status", "--json", "--secret-file", within("secret")],
      ["env", `PARE_CLUSTER=${url}`],
    );
    expect(await status.ended).toBe(0);
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
    await stranger.close();

    expect(worker.said()).toContain("refused 1 job: unsigned");
    expect(worker.said()).toContain("refused 1 job: wrong signature");
    expect(worker.said()).toMatch(/refused 1 job: (?:replayed|unknown to its run)/);
    expect(worker.said()).toContain("refused 1 announcement: unsigned");
    expect(traces().length).toBeGreaterThan(5);
    expect(traces()).not.toContain(sha256(evil));
    const said = [worker.said(), reducing.said(), status.said()];
    const written = [site.path, cache].flatMap(filesBelow).map((path) => readFileSync(path, "latin1"));
    const spoken = heard.map(({ data }) => Buffer.from(data).toString("latin1"));
    for (const secret of [SECRET, PASSWORD, Buffer.from(SECRET).toString("base64").slice(0, 24)])
      for (const text of [...said, ...written, ...spoken]) expect(text.includes(secret)).toBe(false);
    // The environment was printed, and is among what was looked through.
    expect(written.some((text) => text.includes("PARE_ORIGIN="))).toBe(true);
  });

  test("with nothing to say that is true: a worker with another secret takes no part", async () => {
    const before = traces().length;
    const worker = crew.hire({ typed: ["--secret-file", within("another"), "--cache", within("other-cache")] });
    const reducing = startPare(site.path, [...site.typed, "--fresh", "--cluster", url]);
    const areTold = (): boolean => [worker, reducing].every(({ said }) => said().includes("wrong signature"));
    await until(() => areTold() || reducing.isOver());
    expect(worker.said()).toContain("refused 1 announcement: wrong signature");
    const local = traces().length;
    reducing.child.kill("SIGINT");
    await reducing.ended;
    await worker.kill();
    // The original and the two inputs that are tested beside it, on the machine itself, and never more.
    expect(traces().length - local).toBe(0);
    expect(new Set(traces().slice(before)).size).toBeLessThanOrEqual(3);
    expect(reducing.said()).toContain("refused: wrong signature");
  });
});

describe("what is signed, and hostile all the same,", () => {
  test("writes nothing outside the cache and the scratch directory", async () => {
    const plain = await startNats();
    const field = openField(plain);
    try {
      const reasons: string[] = [];
      const target = within("escaped");
      const up = "../".repeat(12);
      const pack = (line: readonly unknown[], content = ""): Buffer =>
        Buffer.from(`${JSON.stringify(line)}\n${content === "" ? "" : `${content}\n`}`);
      const hand = await field.hire(OPENERS, { name: "careful" });
      const { cluster } = hand;
      const file = (path: string): Buffer => pack(["file", path, 0o755, 4], "evil");
      const link = pack(["link", "files", directory]);
      const packs = [
        file(`files/${up}${target}`),
        file(target),
        file("files/../../escaped"),
        Buffer.concat([link, file("files/escaped")]),
        Buffer.concat([
          pack(["folder", "files", 0o755]),
          pack(["link", "files/out", directory]),
          file("files/out/escaped"),
        ]),
      ];
      const names = await Promise.all(packs.map((each) => cluster.blobs.put(each)));
      const empty = await cluster.blobs.put(pack(["folder", "files", 0o755]));
      const scripted = await cluster.blobs.put(pack(["file", "files/test.sh", 0o755, 17], "#!/bin/sh\nexit 1\n"));
      const kit = (files: string, more: object = {}): unknown => ({
        test: { kind: "script", script: "./test.sh" },
        subject: { name: "in.txt", typed: "in.txt", stdin: false, kind: "file" },
        mode: 0o644,
        beside: [],
        files: { depth: 0, files, trees: [] },
        outward: [],
        ...more,
      });
      const bodies = [
        ...names.map((name) => kit(name)),
        ...names.map((name) => kit(empty, { beside: [name] })),
        kit(empty, { files: { depth: 0, files: empty, trees: [[`../${up}${target}`, empty]] } }),
        kit(empty, { files: { depth: 0, files: empty, trees: [[target, empty]] } }),
        ...[`${up}${target}`, target, `../${up}x/../${target}`].map((name) =>
          kit(scripted, { subject: { name, typed: "in.txt", stdin: false, kind: "file" } }),
        ),
      ];
      for (const body of bodies) {
        const { run, notes } = await field.begin({ kind: "test", body, pare: PARE });
        await until(() => notes.length > 0);
        expect(notes[0]).toMatchObject({ type: "set aside", name: "careful" });
        reasons.push((notes[0] as { readonly reason: string }).reason);
        await run.close();
      }
      for (const reason of reasons) expect(reason).toMatch(/cannot be (?:unpacked|called)/);
      expect(hand.worker.figures()).toMatchObject({ done: 0 });
      expect(existsSync(target)).toBe(false);
      expect(readdirSync(directory).toSorted()).toEqual(
        readdirSync(directory)
          .filter((name) => ["another", "cache", "other-cache", "secret", "trace"].includes(name))
          .toSorted(),
      );
    } finally {
      await field.close();
      await plain.stop();
    }
  });

  test("names nothing that is no name", () => {
    const signer = signerOf(Buffer.from(SECRET));
    const digest = sha256(ORIGINAL);
    const about = { id: "i", run: "r", kit: digest, key: "k", sha256: digest, bytes: 1, terms: {}, shared: true };
    const job: Job = { type: "job", ...about };
    expect(signer.open(signer.seal(job), "job").message).toMatchObject(job);
    const hostile: readonly Partial<Record<keyof Job, unknown>>[] = [
      { run: "*" },
      { run: "a.b" },
      { id: "../../x" },
      { kit: "../../../etc/passwd" },
      { base: `${digest}/..` },
      { blob: digest.toUpperCase() },
      { bytes: -1 },
      { bytes: 1e300 },
      { sha256: "" },
    ];
    for (const change of hostile) expect(() => signer.seal({ ...job, ...change } as Job)).toThrow(/malformed/);
  });
});
