import * as fc from "fast-check";
import { expect, test } from "vitest";
import { redactUrl, redactWords } from "./servers.ts";

test.each([
  ["nats://h:4222", "nats://h:4222"],
  ["nats://u:p@h:4222", "nats://h:4222"],
  ["nats://token@h", "nats://h"],
  ["nats://u:p@a,tls://u:p@b:1", "nats://a,tls://b:1"],
  ["nats://u:p@x@h", "nats://h"],
  ["nats://u:p/q#r?s@h", "nats://h"],
  ["nats://u:p,q@h", "nats://h"],
  ["u:p@h:4222", "h:4222"],
  ["no server at nats://u:p@h: refused, see tls://i", "no server at nats://h: refused, see tls://i"],
  ["write to me@example.org", "write to me@example.org"],
])("%s becomes %s", (text, expected) => {
  expect(redactUrl(text)).toBe(expected);
});

test("no password is left, whatever it is made of", () => {
  const secret = fc
    .stringMatching(/^[!-~]{0,10}hidden[!-~]{0,10}$/)
    .filter((text) => !/,[a-z][\w+.-]*:\/\//i.test(text));
  fc.assert(
    fc.property(secret, (password) => {
      expect(redactUrl(`see nats://anna:${password}@host:4222 there`)).toBe("see nats://host:4222 there");
      expect(redactWords(["--cluster", `nats://anna:${password}@host`])).toEqual(["--cluster", "nats://host"]);
    }),
  );
});

test("of a command line only addresses of clusters are changed", () => {
  expect(
    redactWords([
      "reduce",
      "--cluster=nats://u:p@h",
      "--cluster",
      "u:p@h",
      "--test",
      "scp a:b@c https://x:y@z",
      "tls://u:p@h",
    ]),
  ).toEqual(["reduce", "--cluster=nats://h", "--cluster", "h", "--test", "scp a:b@c https://x:y@z", "tls://h"]);
});
