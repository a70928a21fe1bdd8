import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nanos, nkeys } from "@nats-io/transport-node";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openCluster } from "../../src/cluster/connection/connect.ts";
import type { Cluster, ClusterOptions } from "../../src/cluster/cluster.ts";
import { UserError } from "../../src/core/errors.ts";
import { startNats, type NatsServer } from "./nats-server.ts";

let directory: string;
const servers: NatsServer[] = [];
const clusters: Cluster[] = [];

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "pare-connect-"));
});
afterEach(async () => {
  await Promise.all(clusters.splice(0).map(async (cluster) => cluster.close()));
  await Promise.all(servers.splice(0).map(async (server) => server.stop()));
});
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

const serve = async (config = ""): Promise<NatsServer> => {
  const server = await startNats({ config });
  servers.push(server);
  return server;
};
const open = async (options: ClusterOptions, warnings: string[] = []): Promise<Cluster> => {
  const cluster = await openCluster(options, { name: "test", onWarning: (text) => warnings.push(text) });
  clusters.push(cluster);
  return cluster;
};
const failure = async (options: ClusterOptions): Promise<UserError> => {
  const error: unknown = await open(options).catch((reason: unknown) => reason);
  if (!(error instanceof UserError)) throw new Error("no UserError", { cause: error });
  return error;
};
const fileOf = (name: string, content: string): string => {
  const path = join(directory, name);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
};
const withUser = (url: string, user: string): string => url.replace("://", `://${user}@`);
/** It can be used: what is stored comes back. */
const works = async (cluster: Cluster): Promise<void> => {
  const name = await cluster.blobs.put(Buffer.from("content"));
  expect(Buffer.from(await cluster.blobs.get(name)).toString()).toBe("content");
};

test("the first to come makes the stream and the buckets, and those that come at the same time and later use them", async () => {
  const { url } = await serve();
  const many = await Promise.all(Array.from({ length: 8 }, async () => open({ url })));
  const { manager } = many[0]!;
  const { config } = await manager.streams.info("PARE_JOBS");
  expect(config).toMatchObject({
    subjects: ["pare.jobs.*"],
    retention: "workqueue",
    storage: "file",
    discard: "new",
    max_age: nanos(3_600_000),
    duplicate_window: nanos(120_000),
  });
  const outcomes = await manager.streams.info("KV_pare-outcomes");
  expect(outcomes.config).toMatchObject({ max_age: nanos(30 * 86_400_000), max_msgs_per_subject: 1, storage: "file" });
  const blobs = await manager.streams.info("OBJ_pare-blobs");
  expect(blobs.config).toMatchObject({ max_age: nanos(7 * 86_400_000), storage: "file" });
  const name = await many[1]!.blobs.put(Buffer.from("shared"));
  expect(Buffer.from(await many[2]!.blobs.get(name)).toString()).toBe("shared");
  expect(many[3]!.url).toBe(url);
  await works(await open({ url }));
});

test("a stream of the name that is something else is refused", async () => {
  const { url } = await serve();
  const { manager } = await open({ url });
  await manager.streams.delete("PARE_JOBS");
  await manager.streams.add({ name: "PARE_JOBS", subjects: ["others"] });
  expect((await failure({ url })).code).toBe("CLUSTER_STREAM");
});

test("users and passwords", async () => {
  const { url } = await serve('authorization { user: "anna", password: "p:1@2/3" }');
  const cluster = await open({ url: withUser(url, "anna:p%3A1%402%2F3") });
  expect(cluster.url).toBe(url);
  await works(cluster);
  for (const user of ["anna:hidden", "hidden"]) {
    const error = await failure({ url: withUser(url, user) });
    expect(error.code).toBe("CLUSTER_AUTH");
    expect(`${error.message} ${error.advice}`).not.toContain("hidden");
  }
  expect((await failure({ url })).code).toBe("CLUSTER_AUTH");
});

test("tokens", async () => {
  const { url } = await serve('authorization { token: "let-me-in" }');
  const cluster = await open({ url: withUser(url, "let-me-in") });
  expect(cluster.url).toBe(url);
  await works(cluster);
});

test("nkeys", async () => {
  const key = nkeys.createUser();
  const { url } = await serve(`authorization { users: [ { nkey: "${key.getPublicKey()}" } ] }`);
  await works(await open({ url, nkey: fileOf("right.nk", `${Buffer.from(key.getSeed()).toString()}\n`) }));
  const stranger = fileOf("wrong.nk", Buffer.from(nkeys.createUser().getSeed()).toString());
  expect((await failure({ url, nkey: stranger })).code).toBe("CLUSTER_AUTH");
  expect((await failure({ url, nkey: fileOf("no.nk", "no seed") })).code).toBe("BAD_CREDENTIALS");
  expect((await failure({ url, nkey: join(directory, "missing") })).code).toBe("BAD_CREDENTIALS");
});

type Key = ReturnType<typeof nkeys.createUser>;
const token = (issuer: Key, subject: string, nats: object): string => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = {
    iat: 1_700_000_000,
    iss: issuer.getPublicKey(),
    name: "test",
    sub: subject,
    nats: { version: 2, ...nats },
  };
  const jti = createHash("sha256").update(JSON.stringify(claims)).digest("hex");
  const signed = `${part({ typ: "JWT", alg: "ed25519-nkey" })}.${part({ jti, ...claims })}`;
  return `${signed}.${Buffer.from(issuer.sign(Buffer.from(signed))).toString("base64url")}`;
};

test("credentials files", async () => {
  const [operator, system, account, user] = [
    nkeys.createOperator(),
    nkeys.createAccount(),
    nkeys.createAccount(),
    nkeys.createUser(),
  ];
  const limits = { subs: -1, data: -1, payload: -1, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };
  const storage = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
  const { url } = await serve(`
    operator: ${token(operator, operator.getPublicKey(), { type: "operator" })}
    system_account: ${system.getPublicKey()}
    resolver: MEMORY
    resolver_preload: {
      ${system.getPublicKey()}: ${token(operator, system.getPublicKey(), { type: "account", limits })}
      ${account.getPublicKey()}: ${token(operator, account.getPublicKey(), { type: "account", limits: { ...limits, ...storage } })}
    }`);
  const jwt = token(account, user.getPublicKey(), { type: "user", subs: -1, data: -1, payload: -1 });
  const seed = Buffer.from(user.getSeed()).toString();
  const creds = [
    `-----BEGIN NATS USER JWT-----\n${jwt}\n------END NATS USER JWT------\n`,
    `-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`,
  ].join("\n");
  await works(await open({ url, creds: fileOf("right.creds", creds) }));
  const other = creds.replace(seed, Buffer.from(nkeys.createUser().getSeed()).toString());
  expect((await failure({ url, creds: fileOf("wrong.creds", other) })).code).toBe("CLUSTER_AUTH");
  expect((await failure({ url, creds: fileOf("no.creds", jwt) })).code).toBe("BAD_CREDENTIALS");
  expect((await failure({ url })).code).toBe("CLUSTER_AUTH");
});

/** A certificate for the names, signed by itself or by an authority. */
const certify = (name: string, names: string, authority?: string): { readonly cert: string; readonly key: string } => {
  const [cert, key] = [join(directory, `${name}.crt`), join(directory, `${name}.key`)];
  const signer =
    authority === undefined
      ? []
      : ["-CA", join(directory, `${authority}.crt`), "-CAkey", join(directory, `${authority}.key`)];
  const more = names === "" ? [] : ["-addext", `subjectAltName=${names}`];
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-days",
      "2",
      "-subj",
      `/CN=${name}`,
    ]
      .concat(["-keyout", key, "-out", cert])
      .concat(more, signer),
    { stdio: "pipe" },
  );
  return { cert, key };
};

test("TLS, with addresses and names, and certificates of clients", async () => {
  const authority = certify("authority", "");
  const { cert, key } = certify("server", "IP:127.0.0.1,DNS:localhost", "authority");
  const client = certify("client", "DNS:client", "authority");
  const other = certify("other", "");
  const tlsCa = authority.cert;
  const server = await serve(`tls { cert_file: "${cert}", key_file: "${key}" }`);
  const url = `tls://127.0.0.1:${server.port}`;
  await works(await open({ url, tlsCa }));
  await works(await open({ url: `tls://localhost:${server.port}`, tlsCa }));
  await works(await open({ url: server.url, tlsCa }));
  expect((await failure({ url })).code).toBe("CLUSTER_TLS");
  expect((await failure({ url: server.url })).code).toBe("CLUSTER_TLS");
  expect((await failure({ url, tlsCa: other.cert })).code).toBe("CLUSTER_TLS");
  expect((await failure({ url, tlsCa: fileOf("no.crt", "nothing") })).code).toBe("CLUSTER_TLS");
  expect((await failure({ url, tlsCa, tlsCert: client.cert })).code).toBe("BAD_CREDENTIALS");

  const strict = await serve(`tls { cert_file: "${cert}", key_file: "${key}", ca_file: "${tlsCa}", verify: true }`);
  await works(await open({ url: strict.url, tlsCa, tlsCert: client.cert, tlsKey: client.key }));
  expect((await failure({ url: strict.url, tlsCa })).code).toBe("CLUSTER_TLS");

  const misnamed = certify("misnamed", "IP:127.0.0.2,DNS:elsewhere", "authority");
  const elsewhere = await serve(`tls { cert_file: "${misnamed.cert}", key_file: "${misnamed.key}" }`);
  expect((await failure({ url: elsewhere.url, tlsCa })).code).toBe("CLUSTER_TLS");
  // Only "localhost" is in the certificate, and the address is another: Node alone would let it pass.
  const nameless = certify("nameless", "DNS:localhost", "authority");
  const local = await serve(`tls { cert_file: "${nameless.cert}", key_file: "${nameless.key}" }`);
  expect((await failure({ url: local.url, tlsCa })).code).toBe("CLUSTER_TLS");
});

test("a server that does not speak TLS is not spoken to without", async () => {
  const { port } = await serve();
  expect((await failure({ url: `tls://127.0.0.1:${port}` })).code).toBe("CLUSTER_TLS");
});

test("a server, and an account, without JetStream", async () => {
  const without = await serve("jetstream: false");
  expect((await failure({ url: without.url })).code).toBe("NO_JETSTREAM");
  const account = await serve("accounts { A { users: [ { user: a, password: b } ] } }");
  expect((await failure({ url: withUser(account.url, "a:b") })).code).toBe("NO_JETSTREAM");
});

test("a user who may not do what is needed is told what it is", async () => {
  const { url } = await serve(
    'authorization { users: [ { user: a, password: b, permissions: { publish: "pare.>" } } ] }',
  );
  const error = await failure({ url: withUser(url, "a:b") });
  expect(error.code).toBe("CLUSTER_AUTH");
  expect(error.advice).toContain("$JS.>");
});

const listen = async (listener: (server: Server) => void): Promise<{ readonly url: string; close(): void }> => {
  const server = createServer().listen(0, "127.0.0.1");
  listener(server);
  await once(server, "listening");
  return { url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
};

test("nothing that listens, nobody who answers, an old server", async () => {
  const silent = await listen((server) => server.on("connection", (socket) => socket.on("error", () => undefined)));
  const old = await listen((server) =>
    server.on("connection", (socket) => {
      socket.on("error", () => undefined);
      socket.write(
        'INFO {"server_id":"x","version":"2.8.4","proto":1,"headers":true,"max_payload":1048576,"jetstream":true}\r\n',
      );
      socket.on("data", (bytes) => {
        if (bytes.toString("latin1").includes("PING")) socket.write("PONG\r\n");
      });
    }),
  );
  const [noAnswer, tooOld] = await Promise.all([failure({ url: silent.url }), failure({ url: old.url })]);
  expect(noAnswer.code).toBe("NO_CLUSTER");
  expect(tooOld.code).toBe("OLD_CLUSTER");
  expect(tooOld.message).toContain("2.8.4");
  silent.close();
  old.close();
  const nobody = await failure({ url: silent.url });
  expect(nobody.code).toBe("NO_CLUSTER");
  expect(nobody.message).toContain(`There is no NATS server at ${silent.url}`);
});

test("of several servers one that is there is enough", async () => {
  const { url, port } = await serve();
  const cluster = await open({ url: `nats://127.0.0.1:1,127.0.0.1:${port}` });
  expect(cluster.url).toBe(`nats://127.0.0.1:1,${url}`);
  await works(cluster);
});

test("the connection comes back when the server does, and the blobs are still there", async () => {
  const server = await serve();
  const warnings: string[] = [];
  const cluster = await open({ url: server.url }, warnings);
  const name = await cluster.blobs.put(Buffer.from("kept"));
  await server.kill();
  await expect.poll(() => warnings.join("\n")).toContain("is lost");
  await server.start();
  await expect.poll(() => warnings.join("\n")).toContain("is connected again");
  expect(Buffer.from(await cluster.blobs.get(name)).toString()).toBe("kept");
});

test("closing does not wait for a server that is gone", async () => {
  const server = await serve();
  const cluster = await open({ url: server.url });
  await server.kill();
  cluster.connection.publish("pare.test", "never sent");
  await cluster.close();
  expect(cluster.connection.isClosed()).toBe(true);
  await cluster.close();
});

test("what was published before closing arrives", async () => {
  const { url } = await serve();
  const [sender, receiver] = [await open({ url }), await open({ url })];
  const subscription = receiver.connection.subscribe("pare.test", { max: 1000 });
  await receiver.connection.flush();
  for (let index = 0; index < 1000; index += 1) sender.connection.publish("pare.test", "x");
  await sender.close();
  let count = 0;
  for await (const _ of subscription) count += 1;
  expect(count).toBe(1000);
});

test("a dead link is left even when much waits to be sent", async () => {
  const server = await serve();
  const warnings: string[] = [];
  const cluster = await open({ url: server.url }, warnings);
  process.kill(server.pid, "SIGSTOP");
  for (let index = 0; index < 40; index += 1) cluster.connection.publish("pare.test", Buffer.alloc(500_000));
  await expect.poll(() => warnings.join("\n")).toContain("is lost");
  process.kill(server.pid, "SIGCONT");
  await expect.poll(() => warnings.join("\n")).toContain("is connected again");
  await works(cluster);
});

test("an open secret file is warned of, and the secret signs", async () => {
  const { url } = await serve();
  const warnings: string[] = [];
  const path = fileOf("secret", "0123456789abcdef\n");
  const closed = await open({ url, secretFile: path }, warnings);
  expect(warnings).toEqual([]);
  execFileSync("chmod", ["644", path]);
  await open({ url, secretFile: path }, warnings);
  expect(warnings.join("\n")).toContain("chmod 600");
  const bytes = closed.signer.seal({ type: "farewell", run: "run" });
  const loopback = await open({ url });
  expect(() => loopback.signer.open(bytes, "farewell")).toThrow("wrong signature");
});
