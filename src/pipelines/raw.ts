/** Bytes that no structure helps with: parts go while any can; then what stays becomes zero, from large blocks to single bits. */
import { numbered } from "../core/candidates.ts";
import type { Claim } from "../core/claim.ts";
import { cut, type Configuration } from "../core/configuration.ts";
import { through } from "../core/format.ts";
import type { Search, Step, Strategy } from "../core/search.ts";
import type { TestCase } from "../core/test-case.ts";
import { chain, done, first, labelled, later, one } from "../core/words.ts";
import { bits, blocks, ones, ZERO_BLOCKS, zeroBlocks, zeroes } from "../formats/binary/byte-edits.ts";
import { bytes } from "../formats/bytes.ts";
import type { FileFormat } from "../formats/pieces.ts";
import { beginning, sweep, type Sweep } from "../strategies/support/sweep.ts";
import { verify } from "../strategies/verify.ts";
import { atOnce, type ListSearch } from "./passes/list-search.ts";
import { inTurn, silent } from "./rounds.ts";

/** In more bytes than this, not every one is tried. */
export const MAX_TRIED = 1024;
/** A list of more deltas is not swept before one of a few single ones has gone. */
const MAX_BLIND = 8;
const PROBES = 5;
/** So many of the largest blocks, at most. */
const MAX_BLOCKS = 32;
/** So many needed deltas in a row, and none that went among them: the rest of the list is left. */
const MAX_NEEDED = 16;
/** In more bytes than this, not every one has a place in a list, which would take several times their memory. Blocks have, down to a size. */
const MAX_PLACES = 100_000_000;
const MIN_BLOCK = 64;
/** In more bits than this, not every one is tried. */
const MAX_BITS = 64;

/** Where no deletion works (offsets, lengths, checksums), the size stays, and what matters is made to stand out among zeroes. */
export const raw: Strategy<TestCase> = (source) =>
  chain(deletions(source), (left) =>
    left.key() === source.key() || left.size > MAX_TRIED ? zeroing(left) : done(left),
  );

/** Does a question of this step mean that deletions were given up? */
export const isGivenUp = ({ pass: name }: Step): boolean => name?.startsWith(ZERO_BLOCKS) === true;

/** A sweep that ends early where nothing goes. */
const patient: ListSearch = (c) => leg(beginning(c, "backward", 0));

const leg = <Delta>(from: Sweep<Delta>): Search<Configuration<Delta>, Configuration<Delta>> =>
  chain(sweep(from, from.found + MAX_NEEDED), (to) =>
    to.c.length === from.c.length || to.found < from.found + MAX_NEEDED ? done(to.c) : leg(to),
  );

/** The same for long lists, where some places far from each other are tried first. */
export const hopeful: ListSearch = (c) => {
  if (c.length <= MAX_BLIND) return patient(c);
  const place = (i: number): number => Math.floor(((2 * i + 1) * c.length) / (2 * PROBES));
  const candidates = numbered(PROBES, (i) => cut(c, place(i), place(i) + 1));
  return first(candidates, { phase: "probe", granularity: c.length, removes: 1 }, (hit) =>
    hit === undefined ? done(c) : patient(hit.candidate),
  );
};

/** From the end on, up to the first byte that is needed. */
const tail: ListSearch = (c) => {
  const shorter = cut(c, c.length - 1, c.length);
  return one(
    () => shorter,
    { phase: "tail", removes: 1 },
    (fails) => (fails ? chain(sweep(beginning(shorter, "backward", 0), 1), (to) => done(to.c)) : done(c)),
  );
};

const pass = (format: FileFormat, list: ListSearch): Strategy<TestCase> => silent(format.unit, through(format, list));

/** Sizes of blocks from one of which there are few down to `least`, each a part of the one before. */
const sizes = (length: number, part: number, least: number): readonly number[] => {
  let size = 4096;
  while (length / size > MAX_BLOCKS) size *= part;
  const found: number[] = [];
  for (; size >= least; size = Math.floor(size / part)) found.push(size);
  return found.filter((each) => each < length);
};

/** A few of some sizes; where one works, more of more sizes, again and again. */
export const deletions: Strategy<TestCase> = (source) => deleting(source, 64);

const NO_EFFORT = (): number => 0;

const deleting = (source: TestCase, part: number): Search<TestCase, TestCase> =>
  later(() => {
    const least = source.size > MAX_PLACES ? MIN_BLOCK : 2;
    const stages = sizes(source.size, part, least).map((size) => pass(blocks(size), hopeful));
    const all = source.size > MAX_PLACES ? stages : [pass(bytes, tail), ...stages, pass(bytes, hopeful)];
    return chain(inTurn(all)(source), (result) => (result.key() === source.key() ? done(source) : deleting(result, 8)));
  }, NO_EFFORT);

/** As long as before; fewer bytes that are not zero, then simpler ones. */
const zeroing: Strategy<TestCase> = (source) =>
  later(() => {
    const stages = sizes(source.size, 4, 4).map((size) => pass(zeroBlocks(size), atOnce(patient)));
    return inTurn([...stages, pass(zeroes, unproved), proved, pass(ones, simpler), proved])(source);
  }, NO_EFFORT);

/** What is not proved later. */
const unproved: ListSearch = (c) => (c.length <= MAX_TRIED ? done(c) : patient(c));

const simpler: ListSearch = atOnce((c) => (c.length <= MAX_BLIND ? patient(c) : done(c)));

const proved: Strategy<TestCase> = (source) => chain(provenZeroes(source), (result) => done(result));

/** No byte alone can become zero and, where there are few, no bit; whatever can, does. */
export const provenZeroes: Strategy<TestCase> = (source) =>
  chain(proof(zeroes, MAX_TRIED, "bytes that are not zero")(source), (sparse, ofBytes) =>
    chain(proof(bits, MAX_BITS, "bits that are set")(sparse), (result, ofBits) =>
      result.key() === sparse.key() ? done(result, [...ofBytes, ...ofBits]) : provenZeroes(result),
    ),
  );

/** Every delta, if there are not too many. */
const proof = (format: FileFormat, most: number, by: string): Strategy<TestCase> => {
  const search = through(format, (c) => (c.length <= most ? verify(c) : done(c)));
  return (source) =>
    chain(labelled(format.unit, search(source)), (result, claims) =>
      done(
        result,
        claims.map((claim): Claim => ({ ...claim, by })),
      ),
    );
};
