/** A registry of npm for one test: packages of one file each, served from this process. */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { onTestFinished } from "vitest";

export interface Offered {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  /** Of index.js; gives the version unless given. */
  readonly code?: string;
}

export interface Registry {
  readonly url: string;
  /** Paths asked for, in order. */
  readonly asked: readonly string[];
}

export const openRegistry = async (packages: readonly Offered[]): Promise<Registry> => {
  const asked: string[] = [];
  let url = "";
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? "").slice(1));
    asked.push(path);
    const archive = packages.find((each) => path === archiveOf(each));
    const versions = packages.filter(({ name }) => name === path);
    if (archive !== undefined) response.end(packed(archive));
    else if (versions.length > 0) response.end(JSON.stringify(packument(versions, url)));
    else response.writeHead(404).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url, asked };
};

const archiveOf = ({ name, version }: Offered): string => `${name}/-/${name.replace(/^.*\//, "")}-${version}.tgz`;

const manifestOf = ({ name, version, dependencies = {}, bin }: Offered): object => ({
  name,
  version,
  dependencies,
  ...(bin && { bin }),
});

const packument = (versions: readonly Offered[], url: string): object => ({
  name: versions[0]?.name,
  "dist-tags": { latest: versions.at(-1)?.version },
  versions: Object.fromEntries(
    versions.map((each) => [
      each.version,
      { ...manifestOf(each), dist: { tarball: `${url}${archiveOf(each)}`, integrity: integrityOf(each) } },
    ]),
  ),
});

export const integrityOf = (each: Offered): string =>
  `sha512-${createHash("sha512").update(packed(each)).digest("base64")}`;

const packed = (each: Offered): Buffer => {
  const code = each.code ?? `module.exports = ${JSON.stringify(each.version)};\n`;
  const files = { "package.json": JSON.stringify(manifestOf(each)), "index.js": code };
  const parts = Object.entries(files).flatMap(([name, text]) => [header(`package/${name}`, text.length), padded(text)]);
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]));
};

const padded = (text: string): Buffer => {
  const block = Buffer.alloc(Math.ceil(text.length / 512) * 512);
  block.write(text);
  return block;
};

/** Of a file in a tar archive (ustar). */
const header = (name: string, size: number): Buffer => {
  const block = Buffer.alloc(512);
  block.write(name, 0);
  block.write(["0000644", "0000000", "0000000", ""].join("\0"), 100);
  block.write(`${size.toString(8).padStart(11, "0")}\0${"0".repeat(11)}\0        0`, 124);
  block.write(["ustar", "00"].join("\0"), 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
};
