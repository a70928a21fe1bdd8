/** Reads a JSON file as JavaScript does: exit code 1 for what is none. */
import { readFileSync } from "node:fs";
import { argv, exit } from "node:process";

try {
  JSON.parse(readFileSync(argv[2] ?? "", "utf8"));
} catch {
  console.error("this is not JSON");
  exit(1);
}
