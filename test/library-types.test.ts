/** Values that keep their type, and assertions that shrink. */
import * as fc from "fast-check";
import { minimize, type EventOf, type StandardSchema } from "pare";
import { shrinking, shrinkingReporter } from "pare/testing";
import * as v from "valibot";
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";

interface Order {
  readonly id: number;
  readonly lines: readonly { readonly sku: string; readonly amount: number }[];
  readonly note?: string;
}

const order: Order = {
  id: 4711,
  lines: Array.from({ length: 12 }, (_, i) => ({ sku: `sku-${i}`, amount: i })),
  note: "please ring twice",
};
/** Relies on the shape: every candidate must have one. */
const isTooMuch = ({ lines }: Order): boolean => lines.some(({ amount }) => amount > 9);

const isOrder = (value: unknown): value is Order => v.is(ORDER, value);
const ORDER = v.object({
  id: v.number(),
  lines: v.array(v.object({ sku: v.string(), amount: v.number() })),
  note: v.exactOptional(v.string()),
});
const ZOD_ORDER = z.object({
  id: z.number(),
  lines: z.array(z.object({ sku: z.string(), amount: z.number() })),
  note: z.string().exactOptional(),
});

describe("with a guard or a schema, the result keeps its type", () => {
  const smallest = { id: 0, lines: [{ sku: "", amount: 10 }] };

  test("a guard", async () => {
    const small = await minimize(order, isTooMuch, { valid: isOrder });
    expectTypeOf(small).toEqualTypeOf<Order>();
    expect(small).toEqual(smallest);
  });

  test("schemas of valibot and zod", async () => {
    expect(await minimize(order, isTooMuch, { valid: ORDER })).toEqual(smallest);
    expect(await minimize(order, isTooMuch, { valid: ZOD_ORDER })).toEqual(smallest);
    const { value, tests } = await minimize.withDetails(order, isTooMuch, { valid: ORDER });
    expectTypeOf(value).toEqualTypeOf<Order>();
    expect(tests.unresolved).toBeGreaterThan(0);
  });

  test("arrays, item by item and as JSON", async () => {
    const valid = v.pipe(v.array(v.number()), v.minLength(2));
    const fails = (list: number[]): boolean => list.includes(70);
    expect(await minimize([10, 30, 70, 90], fails, { valid })).toHaveLength(2);
    expect(await minimize([10, 30, 70, 90], fails, { valid, format: "json" })).toEqual([0, 70]);
  });

  test("what is not valid is not tested", async () => {
    const seen: unknown[] = [];
    const look = (candidate: Order): boolean => {
      seen.push(candidate);
      return isTooMuch(candidate);
    };
    await minimize(order, look, { valid: isOrder });
    expect(seen.length).toBeGreaterThan(10);
    expect(seen.filter((candidate) => !isOrder(candidate))).toEqual([]);
  });

  test("mistakes are named", async () => {
    const never = (value: unknown): value is Order => value === undefined;
    await expect(minimize(order, isTooMuch, { valid: never })).rejects.toMatchObject({ code: "BAD_VALUE" });
    const later: StandardSchema<Order> = {
      "~standard": { version: 1, vendor: "test", validate: async (value: unknown) => ({ value }) },
    };
    await expect(minimize(order, isTooMuch, { valid: later })).rejects.toMatchObject({ code: "BAD_OPTION" });
    await expect(minimize(order, isTooMuch, { valid: 3 as never })).rejects.toMatchObject({ code: "BAD_OPTION" });
  });
});

test("events have types", async () => {
  const sizes: number[] = [];
  const note = (event: EventOf<"best">): void => void sizes.push(event.size);
  await minimize([1, 2, 3, 4], (list) => list.includes(3), {
    onEvent: (event) => {
      if (event.type === "best") note(event);
      if (event.type === "test") expectTypeOf(event.verdict.outcome).toEqualTypeOf<"fail" | "pass" | "unresolved">();
    },
  });
  expect(sizes.at(-1)).toBe(1);
});

const message = async (promise: Promise<unknown>): Promise<string> => {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof Error ? error.message : String(error);
};
const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

describe("an assertion that shrinks", () => {
  test("does nothing where it holds", async () => {
    await shrinking([1, 2, 3], (list) => expect(list.toReversed().toReversed()).toEqual(list));
  });

  test("shows the smallest value on which the same assertion fails", async () => {
    const sorts = (list: number[]): void => {
      expect(list.length).toBeGreaterThan(0);
      expect(list.map(String).toSorted().map(Number)).toEqual(list);
    };
    const said = await message(shrinking(upTo(40), sorts));
    expect(said).toMatch(/smallest value that fails like this: \[\d,\d\d\]$/);
    expect(said).toContain("to deeply equal");
  });

  test("an empty list that fails elsewhere is not taken for the same failure", async () => {
    const check = (list: number[]): void => {
      if (list.length === 0) throw new TypeError("nothing to sort");
      if (list.includes(7)) throw new TypeError("seven");
    };
    expect(await message(shrinking(upTo(20), check))).toMatch(/^seven\n\nsmallest .*: \[7\]$/);
  });

  test("makes objects small with a schema", async () => {
    const check = (value: Order): void => expect(isTooMuch(value)).toBe(false);
    expect(await message(shrinking(order, check, { valid: ORDER }))).toContain(
      '{"id":0,"lines":[{"sku":"","amount":10}]}',
    );
  });
});

test("what fast-check has found becomes small, argument by argument", async () => {
  const check = async (list: number[], text: string): Promise<void> => {
    if (list.filter((n) => n > 50).length >= 2 && /[a-m]/.test(text)) throw new RangeError("boom");
  };
  const property = fc.asyncProperty(fc.array(fc.nat(100), { minLength: 5 }), fc.string({ minLength: 5 }), check);
  const said = await message(
    fc.assert(property, { seed: 3, endOnFailure: true, asyncReporter: shrinkingReporter(check) }),
  );
  expect(said).toMatch(/^boom\n\nsmallest value that fails like this: \[\[\d+,\d+\],"[a-m]"\]$/);
});
