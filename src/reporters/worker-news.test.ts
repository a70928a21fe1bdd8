import { expect, test } from "vitest";
import { workerNews, type WorkerNews } from "./worker-news.ts";

type Note = Parameters<WorkerNews["see"]>[0];

const note = (change: Note["change"], message: string, slots?: number): Note => ({
  type: "worker",
  change,
  message,
  ...(slots !== undefined && { slots }),
});

const told = (notes: readonly Note[]): readonly string[] => {
  const lines: string[] = [];
  const news = workerNews((line) => lines.push(line));
  for (const each of notes) news.see(each);
  news.end();
  news.end();
  return lines;
};

test("one is told by its name, many are summed up", () => {
  expect(told([note("joined", "worker w1 has joined: 4 tests at once", 4)])).toEqual([
    "worker w1 has joined: 4 tests at once",
  ]);
  const many = Array.from({ length: 12 }, (_, at) => note("joined", `worker w${at} has joined: 4 tests at once`, 4));
  expect(told(many)).toEqual(["12 workers have joined: 48 tests at once"]);
  expect(
    told([
      note("left", "worker a has left", 1),
      note("refused", "refused: wrong signature"),
      note("left", "worker b has left", 2),
      note("set aside", "worker c is set aside: no gcc"),
      note("set aside", "worker d is set aside: no clang"),
      ...Array.from({ length: 1000 }, () => note("refused", "refused: expired")),
    ]),
  ).toEqual([
    "2 workers are set aside; the last: worker d is set aside: no clang",
    "2 workers have left: 3 tests at once",
    "1,001 messages were refused; the last: expired",
  ]);
});

test("that nobody is there is told at once, behind what was before", () => {
  const lines: string[] = [];
  const news = workerNews((line) => lines.push(line));
  news.see(note("left", "worker a has left", 1));
  expect(lines).toEqual([]);
  news.see(note("waiting", "waiting for workers"));
  expect(lines).toEqual(["worker a has left", "waiting for workers"]);
});

test("the last ones are told without anybody asking", async () => {
  const lines: string[] = [];
  const news = workerNews((line) => lines.push(line));
  news.see(note("left", "worker a has left", 1));
  await expect.poll(() => lines).toEqual(["worker a has left"]);
});

test("lines are short and harmless, whatever a worker calls itself", () => {
  const [line = ""] = told([note("joined", `worker \u001B[2J${"x".repeat(60_000)}`, 1)]);
  expect(line.length).toBeLessThanOrEqual(400);
  expect(line).toMatch(/^worker ␛\[2Jx+…$/);
});
