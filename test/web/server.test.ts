import { request, type OutgoingHttpHeaders } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { beginning } from "../../src/progress/state.ts";
import { liveApp, type LiveRun } from "../../src/web/app.ts";
import { serveLive, type LivePage } from "../../src/web/server.ts";
import { Viewers } from "../../src/web/viewers.ts";

const TOKEN = "0123456789abcdef0123456789abcdef";
const EVIL = `</script><script>alert(1)</script>"'\r\nX-Evil: 1`;

let page: LivePage;
let controls: string[];

const run: LiveRun = {
  progress: () => beginning({}),
  now: () => 0,
  name: EVIL,
  book: (after) => ({
    plain: true,
    goesOn: after !== undefined,
    ...(after === undefined && { start: { number: 0, size: 3, content: Buffer.from("abc") } }),
    steps: [{ number: 1, key: "k", size: 2, edits: [[0, 1]] }],
  }),
  content: (step) => (step === 0 ? Buffer.from("abc") : step === 1 ? Buffer.from("bc") : undefined),
  output: (step) => (step === 1 ? EVIL : undefined),
  control: (control) => void controls.push(control),
};

beforeEach(async () => {
  controls = [];
  page = await serveLive({ run, script: "1", token: TOKEN });
});
afterEach(async () => await page.close());

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** The right token in a wrong place, or a wrong one. */
interface Attempt {
  readonly as: string;
  readonly address?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly sent?: string;
}

/** As no library would send it: any path, any header. */
const ask = (
  path: string,
  headers: Readonly<Record<string, string | readonly string[]>> = {},
  method = "GET",
  sent = "",
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asked = request(
      { host: "127.0.0.1", port: page.port, path, method, headers: { ...headers } as OutgoingHttpHeaders },
      (response) => {
        let body = "";
        response.on("data", (part: Buffer) => (body += part.toString()));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
      },
    );
    asked.on("error", reject);
    asked.end(sent);
  });

describe("who may ask", () => {
  test("the address has the token, and only the loopback interface is served", async () => {
    expect(page.address).toBe(`http://127.0.0.1:${page.port}/#token=${TOKEN}`);
    const other = await serveLive({ run, script: "" });
    expect(other.address).toMatch(/#token=[0-9a-f]{32}$/);
    expect(other.address).not.toContain(TOKEN);
    await other.close();
  });

  describe.each(["pause", "resume", "skip", "stop"])("%s", (control) => {
    const path = `/api/control/${control}`;
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const json = { "content-type": "application/json" };
    test.each<Attempt>([
      { as: "nothing" },
      { as: "an empty header", headers: { "x-pare-token": "" } },
      { as: "a longer token", headers: { "x-pare-token": `${TOKEN}0` } },
      { as: "a shorter token", headers: { "x-pare-token": TOKEN.slice(1) } },
      { as: "another token", headers: { "x-pare-token": TOKEN.replace("0", "1") } },
      { as: "the header twice", headers: { "x-pare-token": [TOKEN, TOKEN] } },
      { as: "the address", address: `${path}?token=${TOKEN}` },
      { as: "the address, under the name of the header", address: `${path}?x-pare-token=${TOKEN}` },
      { as: "a cookie", headers: { cookie: `token=${TOKEN}; x-pare-token=${TOKEN}` } },
      { as: "an authorization", headers: { authorization: `Bearer ${TOKEN}` } },
      { as: "a form", headers: form, sent: `token=${TOKEN}&x-pare-token=${TOKEN}` },
      { as: "an object", headers: json, sent: JSON.stringify({ token: TOKEN, "x-pare-token": TOKEN }) },
      {
        as: "everything but the header",
        address: `${path}?token=${TOKEN}`,
        headers: { ...form, cookie: `token=${TOKEN}` },
        sent: `token=${TOKEN}`,
      },
    ])("is not obeyed with the token in $as", async ({ address = path, headers, sent }) => {
      expect((await ask(address, headers, "POST", sent)).status).toBe(403);
      expect(controls).toEqual([]);
    });

    test("is obeyed with the token in its header, and by no other method", async () => {
      expect((await ask(path, { "x-pare-token": TOKEN }, "POST")).status).toBe(200);
      expect(controls).toEqual([control]);
      // Nothing is steered by an address that is merely opened.
      for (const method of ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"])
        expect((await ask(`${path}?token=${TOKEN}`, { "x-pare-token": TOKEN }, method)).status).toBe(404);
      expect(controls).toEqual([control]);
    });

    test.each([{ host: "evil.example" }, { origin: "http://evil.example" }, { "sec-fetch-site": "cross-site" }])(
      "is not obeyed for %j, even with the token",
      async (from) => {
        expect((await ask(path, { ...from, "x-pare-token": TOKEN }, "POST")).status).toBe(403);
        expect(controls).toEqual([]);
      },
    );
  });

  test("looking on needs none", async () => {
    expect((await ask("/api/state")).status).toBe(200);
    expect((await ask("/")).status).toBe(200);
  });

  test.each(["evil.example", "evil.example:PORT", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example:PORT"])(
    "the name %j is refused",
    async (host) => {
      for (const path of ["/", "/api/state", "/api/steps", "/live.js"])
        expect((await ask(path, { host: host.replace("PORT", String(page.port)) })).status).toBe(403);
    },
  );

  test.each(["http://evil.example", "null", "https://127.0.0.1:PORT", "http://127.0.0.1:1"])(
    "a page of %s is refused, even with the token",
    async (from) => {
      const origin = from.replace("PORT", String(page.port));
      expect((await ask("/api/control/stop", { origin, "x-pare-token": TOKEN }, "POST")).status).toBe(403);
      expect((await ask("/api/state", { origin })).status).toBe(403);
      expect(controls).toEqual([]);
    },
  );

  test("what a browser says comes from another site is refused, its own pages are served", async () => {
    expect((await ask("/api/steps", { "sec-fetch-site": "cross-site" })).status).toBe(403);
    const origin = `http://127.0.0.1:${page.port}`;
    const own = { origin, "sec-fetch-site": "same-origin", "x-pare-token": TOKEN };
    expect((await ask("/api/control/skip", own, "POST")).status).toBe(200);
  });
});

describe("what is answered", () => {
  test.each([
    "/api/steps/../../../etc/passwd",
    "/api/steps/..%2f..%2f..%2fetc%2fpasswd/content",
    "/api/steps/%2e%2e/content",
    "/api/steps/-1/content",
    "/api/steps/1e0/content",
    "/api/steps/0x1",
    "/api/steps/01234567890/content",
    "/api/steps/2/content",
    "/../package.json",
    "/api/control/constructor",
  ])("%s is nothing", async (path) => {
    const { status, body } = await ask(path);
    expect(status).toBe(404);
    expect(body).not.toContain("root:");
  });

  test("a control that there is not is not called", async () => {
    for (const control of ["constructor", "toString", "pause%00", "listen"])
      expect((await ask(`/api/control/${control}`, { "x-pare-token": TOKEN }, "POST")).status).toBe(404);
    expect(controls).toEqual([]);
  });

  test("steps, what the oracle saw, and contents as they are", async () => {
    expect(JSON.parse((await ask("/api/steps")).body)).toEqual({
      plain: true,
      goesOn: false,
      leftOut: 0,
      start: { number: 0, size: 3, content: "YWJj" },
      steps: [{ number: 1, size: 2, edits: [[0, 1]] }],
    });
    expect(JSON.parse((await ask("/api/steps?after=0")).body)).toMatchObject({ goesOn: true });
    expect(JSON.parse((await ask("/api/steps/1")).body)).toEqual({ number: 1, output: EVIL });
    const { body, headers } = await ask("/api/steps/1/content");
    expect(body).toBe("bc");
    expect(headers["content-type"]).toBe("application/octet-stream");
    expect(headers["x-evil"]).toBeUndefined();
    expect(String(headers["content-disposition"])).toMatch(
      /^attachment; filename="[\w.+-]+"; filename\*=UTF-8''[^\s"]+$/,
    );
  });

  test("everything comes with a strict policy", async () => {
    for (const path of ["/", "/live.js", "/live.css", "/api/state", "/api/steps/1/content", "/none"]) {
      const { headers } = await ask(path);
      expect(headers["content-security-policy"]).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
      expect(headers["content-security-policy"]).not.toContain("unsafe");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["access-control-allow-origin"]).toBeUndefined();
      expect(headers["referrer-policy"]).toBe("no-referrer");
    }
  });

  test("a port that is taken is an error that says so", async () => {
    await expect(serveLive({ run, script: "", port: page.port })).rejects.toMatchObject({
      code: "PORT_TAKEN",
    });
  });
});

test("a viewer that reads no more does not keep pare from ending, and others get the last state", async () => {
  let state = 1;
  const viewers = new Viewers((last) => `${state}${last ? " last" : ""}`);
  const heard: string[] = [];
  const stuck = new Promise<void>((resolve) => {
    let times = 0;
    const send = (): Promise<void> => {
      times += 1;
      if (times === 2) resolve();
      return times === 1 ? Promise.resolve() : new Promise(() => {});
    };
    void viewers.watch(send, () => {});
  });
  const other = viewers.watch(
    async (message) => void heard.push(message),
    () => {},
  );
  // What was sent at first has been handed on.
  await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  state = 2;
  viewers.tell();
  await stuck;
  state = 3;
  await viewers.end();
  await other;
  expect(heard).toEqual(["1", "2", "3 last"]);
  expect(viewers.size).toBe(0);
});

test("a viewer that comes while the run ends gets the last state", async () => {
  const viewers = new Viewers((last) => (last ? "last" : "so far"));
  const heard: string[] = [];
  let taken = (): void => {};
  const slow = viewers.watch(
    async (message) => {
      heard.push(message);
      if (message === "so far") await new Promise<void>((resolve) => (taken = resolve));
    },
    () => {},
  );
  const ended = viewers.end();
  taken();
  await ended;
  await slow;
  expect(heard).toEqual(["so far", "last"]);
});

test("who has steps of another run at this address gets all of this one", async () => {
  const { session } = JSON.parse((await ask("/api/state")).body) as { readonly session: string };
  const steps = async (query: string): Promise<unknown> => JSON.parse((await ask(`/api/steps${query}`)).body);
  expect(await steps(`?after=1&of=${session}`)).toMatchObject({ goesOn: true });
  expect(await steps("?after=1")).toMatchObject({ goesOn: true });
  expect(await steps("?after=1&of=another")).toMatchObject({ goesOn: false, start: { number: 0, size: 3 } });
});

test("the port that browsers leave out may be left out, and no other", async () => {
  const viewers = new Viewers(() => "");
  const app = (port: number): ReturnType<typeof liveApp> =>
    liveApp({ run, script: "", token: TOKEN, session: "", viewers, port: () => port });
  const status = async (port: number, host: string): Promise<number> =>
    (await app(port).request("/api/state", { headers: { host } })).status;
  expect(await status(80, "localhost")).toBe(200);
  expect(await status(8080, "localhost")).toBe(403);
  expect(await status(80, "example.org")).toBe(403);
});
