import { describe, expect, it } from "vitest";
import { exhausted, minimal, type Claim } from "../core/claim.ts";
import { Skips } from "./skips.ts";

/** Proved by its own pass alone. */
const ofPass = (pass: string): Claim => ({ ...exhausted(pass), pass });
const claims = [ofPass("lines"), ofPass("names")];

describe("what is claimed after skips", () => {
  it("is everything where nothing was skipped", () => {
    const skips = new Skips();
    expect(skips.left([minimal(1), ...claims])).toEqual({ claims: [minimal(1), ...claims] });
    skips.onBest();
    expect(skips.left(claims)).toEqual({ claims });
  });

  it("is what other passes have proved", () => {
    const skips = new Skips();
    skips.add("lines");
    expect(skips.left(claims)).toEqual({ claims: [ofPass("names")], skipped: ["lines"] });
  });

  it("is proved anew of a new best: what was skipped before it counts no more", () => {
    const skips = new Skips();
    skips.add("lines");
    skips.onBest();
    expect(skips.left(claims)).toEqual({ claims });
    skips.add("names");
    expect(skips.left(claims)).toEqual({ claims: [ofPass("lines")], skipped: ["names"] });
  });

  it("is nothing that needed all tests, whenever one was skipped", () => {
    const skips = new Skips();
    skips.add("lines");
    skips.onBest();
    expect(skips.left([minimal(1), ofPass("names")])).toEqual({ claims: [ofPass("names")], skipped: ["lines"] });
    expect(skips.left([])).toEqual({ claims: [], skipped: ["lines"] });
  });
});
