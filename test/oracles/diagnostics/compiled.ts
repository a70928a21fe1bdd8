/** Diagnostics of rustc, javac, go vet, tsc and esbuild. */
import { resolve } from "node:path";
import type { Diagnostic } from "./diagnostic.ts";

const bin = (name: string): string => resolve("node_modules/.bin", name);
const RUSTC = ["rustc", "--edition=2021", "--crate-type=lib", "--emit=metadata", "-o", "out.rmeta", "{}"];
const TSC = [bin("tsc"), "--noEmit", "--strict", "--lib", "es2015", "--types", "", "{}"];
const ESBUILD = [bin("esbuild"), "--log-level=error", "--bundle", "--outfile=out.js", "{}"];

export const compiled: readonly Diagnostic[] = [
  {
    name: "other types that do not fit",
    needs: ["rustc"],
    file: "scores.rs",
    command: RUSTC,
    input: `pub struct Score { pub points: u32, pub label: String }
pub fn best(scores: &[Score]) -> u32 {
    let mut best = 0;
    for score in scores {
        if score.points > best { best = score.points; }
    }
    scores[0].label.clone()
}
`,
    essential: /expected `u32`, found (?:struct )?`String`/,
    decoy: `pub fn best() -> u32 {
}
`,
    lookAlike: /expected `[^`]*`, found (?!(?:struct )?`String`)/,
  },
  {
    name: "another value that is not in scope",
    needs: ["rustc"],
    file: "taxes.rs",
    command: RUSTC,
    input: `pub struct Item { pub cents: u64 }
pub fn gross(items: &[Item]) -> u64 {
    let net: u64 = items.iter().map(|item| item.cents).sum();
    net + net * vat_rate / 100
}
`,
    essential: /cannot find value `vat_rate` in this scope/,
    decoy: `pub fn gross() { net }
`,
    lookAlike: /cannot find value `(?!vat_rate)\w+` in this scope/,
  },
  {
    name: "another symbol",
    needs: ["javac"],
    file: "Basket.java",
    command: ["javac", "-d", ".", "{}"],
    input: `class Basket {
  int limit = 3;
  int price(int item) {
    int sum = discounted(item);
    return Math.min(sum, limit);
  }
}
`,
    essential: /error: cannot find symbol[^]*symbol: +method discounted\(int\)/,
    decoy: `class Basket {
  int limit = sum;
}
`,
    lookAlike: /error: cannot find symbol[^]*symbol: +(?! |method discounted)/,
  },
  {
    name: "a conversion of another type",
    needs: ["javac"],
    file: "Clock.java",
    command: ["javac", "-d", ".", "{}"],
    input: `class Clock {
  long ticks = 9;
  String label = "clock";
  boolean late(long limit) {
    boolean over = ticks > limit;
    boolean named = label;
    return over && named;
  }
}
`,
    essential: /error: incompatible types: String cannot be converted to boolean/,
    decoy: `class Clock {
  long ticks;
  boolean late = ticks;
}
`,
    lookAlike: /error: incompatible types: (?!String)\w+ cannot be converted to boolean/,
  },
  {
    name: "another argument of the wrong type",
    needs: ["go"],
    file: "log.go",
    command: ["go", "vet", "{}"],
    input: `package log

import "fmt"

type Job struct {
	Name  string
	Tries int
}

func Report(job Job, limit int) {
	left := limit - job.Tries
	fmt.Printf("%s has %d tries\\n", job.Name, left)
	fmt.Printf("%d of %d\\n", job.Name, limit)
}
`,
    essential: /Printf format %d has arg job\.Name of wrong type string/,
    decoy: `package log
import "fmt"
func Report() {
	fmt.Printf("%d", "")
}
`,
    lookAlike: /Printf format %d has arg (?!job\.Name)\S+ of wrong type string/,
  },
  {
    name: "other types that are not assignable",
    needs: [],
    file: "users.ts",
    command: TSC,
    input: `interface User { name: string }
declare const user: User | undefined;
export const first: User = user;
`,
    essential: /error TS2322: Type 'User \| undefined' is not assignable to type 'User'/,
    decoy: `interface User { name: string }
declare const user: undefined;
export const first: User = user;
`,
    lookAlike: /error TS(?!2322: Type 'User \| undefined' is not assignable to type 'User')/,
  },
  {
    name: "another property of another type",
    needs: [],
    file: "cart.ts",
    command: TSC,
    input: `interface Line { price: number; count: number }
class Cart {
  lines: Line[] = [];
  sum(): number {
    let sum = 0;
    for (const line of this.lines) sum += line.price * line.amount;
    return sum;
  }
}
export const cart = new Cart().sum();
`,
    essential: /error TS2339: Property 'amount' does not exist on type 'Line'/,
    decoy: `class Cart { }
new Cart().sum();
`,
    lookAlike: /error TS2339: Property '(?!amount)\w+' does not exist on type/,
  },
  {
    name: "another module",
    needs: [],
    file: "main.js",
    command: ESBUILD,
    input: `const load = (name) => name;
export async function start(config) {
  const shown = load(config.name);
  const { render } = await import("./render.js");
  return render(shown);
}
export const parts = [];
`,
    essential: /Could not resolve "\.\/render\.js"/,
    decoy: `import("")
`,
    lookAlike: /Could not resolve "(?!\.\/render\.js)/,
  },
  {
    name: "another name that is declared twice",
    needs: [],
    file: "state.js",
    command: ESBUILD,
    input: `export function reduce(state, action) {
  const next = { ...state };
  if (action.kind === "add") {
    const next = [...state.items, action.item];
    let items = next.length;
    const total = items + 1;
    let total = 0;
    return { items, total };
  }
  return next;
}
`,
    essential: /The symbol "total" has already been declared/,
    decoy: `export function reduce() {
  const next = {};
  const next = [];
}
`,
    lookAlike: /\[ERROR\] (?!The symbol "total" has already been declared)/,
  },
];
