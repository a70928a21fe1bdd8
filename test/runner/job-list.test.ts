/** The list that the watchdog reads. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Departed, JOB_LIST, JobList } from "../../src/runner/job-list.ts";
import { statOf } from "../../src/runner/processes.ts";
import { temporary } from "./support.ts";

let directory: string;
let list: JobList;
beforeEach(() => {
  directory = temporary();
  list = new JobList(directory);
});
afterEach(() => list.close());

const linesIn = (place: string): readonly string[] =>
  readdirSync(place)
    .filter((name) => name.startsWith(JOB_LIST))
    .flatMap((name) => readFileSync(join(place, name), "latin1").split("\n"))
    .map((line) => line.trim())
    .filter(Boolean);

const self = `${process.pid} ${statOf(process.pid)?.start}`;

it("holds the jobs that run, and uses the places of the others again", () => {
  const places = [11, 22, 33].map((pid) => list.enter(pid));
  list.leave(places[1] ?? 0);
  expect(linesIn(directory)).toEqual(["11", "33"]);
  list.enter(4_194_303);
  expect(linesIn(directory)).toEqual(["11", "4194303", "33"]);
});

it("holds the processes that left their jobs, with the times of their starts, as long as they are there", () => {
  const departed = new Departed();
  departed.keep([]);
  departed.keep([process.pid]);
  departed.keep([process.pid]);
  expect(linesIn(directory)).toEqual([self]);
  departed.keep([]);
  expect(linesIn(directory)).toEqual([]);
});

it("leaves them to another list when it is closed", () => {
  const departed = new Departed();
  departed.keep([process.pid]);
  const elsewhere = temporary();
  const other = new JobList(elsewhere);
  list.close();
  departed.keep([process.pid]);
  expect(linesIn(elsewhere)).toEqual([self]);
  list = other;
});
