/** A recorded list of prices is sorted wrongly. Which of them does it take? */
import { readFileSync } from "node:fs";
import { minimize } from "pare";
import { expect, test } from "vitest";
import { sortPrices } from "./sort-prices.ts";

const recorded = JSON.parse(readFileSync(new URL("./prices.json", import.meta.url), "utf8")) as number[];
const isAscending = (list: readonly number[]): boolean =>
  list.every((price, i) => i === 0 || (list[i - 1] ?? 0) <= price);

test("two prices are enough to sort wrongly", async () => {
  const wrong = (prices: number[]): boolean => !isAscending(sortPrices(prices));
  const small = await minimize(recorded, wrong);
  expect(small).toHaveLength(2);
});
