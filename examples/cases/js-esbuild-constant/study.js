// ../../src/core/candidates.ts
var numbered = (length, at) => ({ length, at });

// ../../src/core/claim.ts
var minimal = (n, by = "elements") => ({ property: `${n}-minimal`, by });

// ../../src/core/words.ts
var NO_CLAIMS = [];
var UNTIL_FAIL = ["fail"];
var UNTIL_END = [];
var done = (result, claims = NO_CLAIMS) => ({
  kind: "done",
  result,
  claims
});
var ask = (candidates, about, next) => ({ kind: "ask", candidates, until: about.until, step: about.step, next });
var first = (candidates, step, next) => ask(candidates, { until: UNTIL_FAIL, step }, (answers) => {
  if (answers.last?.outcome !== "fail") return next(void 0);
  const index = answers.length - 1;
  return next({ index, candidate: candidates.at(index) });
});
var each = (candidates, step, next) => ask(candidates, { until: UNTIL_END, step }, (answers) => next(answers.list()));
var one = (candidate, step, next) => ask(numbered(1, candidate), { until: UNTIL_FAIL, step }, (answers) => next(answers.last?.outcome === "fail"));

// ../../src/core/digest.ts
var digest = (content) => {
  const words = typeof content === "string" ? wordsOfText(content) : wordsOf(content);
  return hash(words.words, words.bytes);
};
var wordsOf = (content) => {
  if (content instanceof Int32Array) return { words: content, bytes: content.byteLength };
  const padded = new Uint8Array(Math.ceil(content.length / 4) * 4);
  padded.set(content);
  return { words: new Int32Array(padded.buffer), bytes: content.length };
};
var wordsOfText = (text) => {
  const words = new Int32Array(Math.ceil(text.length / 2));
  for (let i = 0; i < text.length; i++)
    words[i >> 1] = words[i >> 1] | text.charCodeAt(i) << (i & 1) * 16;
  return { words, bytes: text.length * 2 };
};
var rotate = (x, by) => x << by | x >>> 32 - by;
var hash = (words, bytes) => {
  let h1 = 0;
  let h2 = 0;
  let h3 = 0;
  let h4 = 0;
  for (let block = 0; block < words.length; block += 4) {
    const k1 = Math.imul(rotate(Math.imul(words[block], 597399067), 15), 2869860233);
    const k2 = Math.imul(rotate(Math.imul(words[block + 1] ?? 0, 2869860233), 16), 951274213);
    const k3 = Math.imul(rotate(Math.imul(words[block + 2] ?? 0, 951274213), 17), 2716044179);
    const k4 = Math.imul(rotate(Math.imul(words[block + 3] ?? 0, 2716044179), 18), 597399067);
    h1 = Math.imul(rotate(h1 ^ k1, 19) + h2, 5) + 1444728091 | 0;
    h2 = Math.imul(rotate(h2 ^ k2, 17) + h3, 5) + 197830471 | 0;
    h3 = Math.imul(rotate(h3 ^ k3, 15) + h4, 5) + 2530024501 | 0;
    h4 = Math.imul(rotate(h4 ^ k4, 13) + h1, 5) + 850148119 | 0;
  }
  const mixed = spread(spread([h1 ^ bytes, h2 ^ bytes, h3 ^ bytes, h4 ^ bytes]).map(finish));
  return mixed.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
};
var spread = ([h1 = 0, h2 = 0, h3 = 0, h4 = 0]) => {
  const sum = h1 + h2 + h3 + h4 | 0;
  return [sum, h2 + sum | 0, h3 + sum | 0, h4 + sum | 0];
};
var finish = (x) => {
  const a = Math.imul(x ^ x >>> 16, 2246822507);
  const b = Math.imul(a ^ a >>> 13, 3266489909);
  return b ^ b >>> 16;
};

// ../../src/core/configuration.ts
var forEachIndex = (c, visit) => {
  for (let r = 0; r < c.bounds.length; r += 2) {
    const end = c.bounds[r + 1];
    for (let index = c.bounds[r]; index < end; index++) visit(index);
  }
};
var slice = (c, from, to) => select(c, [{ from, to }]);
var cut = (c, from, to) => select(c, [
  { from: 0, to: from },
  { from: to, to: c.length }
]);
var select = (c, kept) => {
  const bounds = new BoundsWriter();
  for (const range of kept) copyRange(c, range, bounds);
  return over(c.base, bounds.take());
};
var drop = (c, dropped) => {
  const kept = [];
  let from = 0;
  for (const range of dropped) {
    kept.push({ from, to: range.from });
    from = range.to;
  }
  kept.push({ from, to: c.length });
  return select(c, kept);
};
var minus = (c, part) => {
  const bounds = new BoundsWriter();
  let p = 0;
  for (let r = 0; r < c.bounds.length; r += 2) {
    let start = c.bounds[r];
    const end = c.bounds[r + 1];
    for (; p < part.bounds.length && part.bounds[p] < end; p += 2) {
      bounds.push(start, part.bounds[p]);
      start = part.bounds[p + 1];
    }
    bounds.push(start, end);
  }
  return over(c.base, bounds.take());
};
var keyOf = (c) => digest(c.bounds);
var over = (base, bounds) => {
  const offsets = new Int32Array(bounds.length / 2);
  let length = 0;
  for (let range = 0; range < offsets.length; range++) {
    offsets[range] = length;
    length += bounds[2 * range + 1] - bounds[2 * range];
  }
  return { base, bounds, offsets, length };
};
var rangeOf = (c, position) => {
  const low = 0;
  let high = c.offsets.length - 1;
  while (low < high) {
    const middle = low + high + 1 >>> 1;
    if (c.offsets[middle] <= position) low = middle;
    else high = middle - 1;
  }
  return low;
};
var copyRange = (c, { from, to }, out) => {
  if (from >= to) return;
  for (let range = rangeOf(c, from); range < c.offsets.length; range++) {
    const offset = c.offsets[range];
    if (offset >= to) return;
    const start = c.bounds[2 * range];
    const end = c.bounds[2 * range + 1];
    out.push(start + Math.max(0, from - offset), Math.min(end, start + to - offset));
  }
};
var BoundsWriter = class {
  #bounds = new Int32Array(16);
  #used = 0;
  push(start, end) {
    if (start >= end) return;
    if (this.#used > 0 && this.#bounds[this.#used - 1] === start) {
      this.#bounds[this.#used - 1] = end;
      return;
    }
    if (this.#used === this.#bounds.length) this.#grow();
    this.#bounds[this.#used++] = start;
    this.#bounds[this.#used++] = end;
  }
  take() {
    return this.#bounds.slice(0, this.#used);
  }
  #grow() {
    const larger = new Int32Array(this.#bounds.length * 2);
    larger.set(this.#bounds);
    this.#bounds = larger;
  }
};

// ../../src/strategies/partition.ts
var split = (of, n) => ({ of, granularity: n });
var chunk = ({ of, granularity }, i) => {
  const size = Math.floor(of.length / granularity);
  const small = granularity - of.length % granularity;
  const from = i * size + Math.max(0, i - small);
  return { from, to: from + size + (i < small ? 0 : 1) };
};
var withoutChunk = (partition, i) => {
  const { from, to } = chunk(partition, i);
  return { of: cut(partition.of, from, to), granularity: partition.granularity - 1 };
};
var subsets = (partition) => numbered(partition.granularity, (i) => {
  const { from, to } = chunk(partition, i);
  return slice(partition.of, from, to);
});
var complements = (partition) => numbered(partition.granularity, (i) => {
  const { from, to } = chunk(partition, i);
  return cut(partition.of, from, to);
});

// ../../src/strategies/ddmin.ts
var ddmin = (input, options = {}) => begin(input, {
  splitFactor: splitFactorOf(options),
  order: options.order ?? "forward",
  cases: options.cases ?? "subsets-first"
});
var firstRound = (of, splitFactor) => ({
  partition: split(of, Math.min(of.length, splitFactor)),
  offset: 0
});
var roundWithout = ({ partition }, i) => partition.granularity > 2 ? { partition: withoutChunk(partition, i), offset: i } : void 0;
var finerRound = ({ partition, offset }, splitFactor) => {
  const { of, granularity } = partition;
  if (granularity === of.length) return void 0;
  const finer = Math.min(of.length, splitFactor * granularity);
  return { partition: split(of, finer), offset: Math.floor(offset * finer / granularity) };
};
var chunkInTurn = ({ partition, offset }, turn, order) => (inOrder(partition.granularity, turn, order) + offset) % partition.granularity;
var splitFactorOf = ({ splitFactor = 2 }) => {
  if (!Number.isInteger(splitFactor) || splitFactor < 2)
    throw new RangeError(`a split factor is a whole number from 2 on, not ${splitFactor}`);
  return splitFactor;
};
var begin = (of, rules) => of.length < 2 ? done(of, [minimal(1)]) : search(firstRound(of, rules.splitFactor), rules);
var search = (round, rules) => {
  const finer = () => {
    const next = finerRound(round, rules.splitFactor);
    return next === void 0 ? done(round.partition.of, [minimal(1)]) : search(next, rules);
  };
  switch (rules.cases) {
    case "subsets-first":
      return toSubset(round, rules, () => toComplement(round, rules, finer));
    case "complements-first":
      return toComplement(round, rules, () => toSubset(round, rules, finer));
    case "complements-only":
      return toComplement(round, rules, finer);
  }
};
var toSubset = (round, rules, otherwise) => {
  const { of, granularity } = round.partition;
  const candidates = reordered(subsets(round.partition), (turn) => inOrder(granularity, turn, rules.order));
  const step = { phase: "subset", granularity, removes: of.length - Math.floor(of.length / granularity) };
  return first(candidates, step, (hit) => hit === void 0 ? otherwise() : begin(hit.candidate, rules));
};
var toComplement = (round, rules, otherwise) => {
  const { of, granularity } = round.partition;
  const candidates = reordered(complements(round.partition), (turn) => chunkInTurn(round, turn, rules.order));
  const step = { phase: "complement", granularity, removes: Math.floor(of.length / granularity) };
  return first(candidates, step, (hit) => {
    if (hit === void 0) return otherwise();
    const next = roundWithout(round, chunkInTurn(round, hit.index, rules.order));
    return next === void 0 ? begin(hit.candidate, rules) : search(next, rules);
  });
};
var inOrder = (length, turn, order) => order === "forward" ? turn : length - 1 - turn;
var reordered = (candidates, at) => numbered(candidates.length, (turn) => candidates.at(at(turn)));

// ../../src/study/racing.ts
var parallel = (input, race, cases = "subsets-first") => reduce(input, race, (round) => {
  const [subset, complement] = heats(round);
  if (cases === "complements-only") return [complement];
  return cases === "subsets-first" ? [subset, complement] : [complement, subset];
});
var combined = (input, race) => reduce(input, race, (round) => [joined(...heats(round))]);
var heats = (round) => {
  const rests = complements(round.partition);
  const chunk2 = (turn) => chunkInTurn(round, turn, "forward");
  return [
    { candidates: subsets(round.partition), after: () => void 0 },
    {
      candidates: numbered(rests.length, (turn) => rests.at(chunk2(turn))),
      after: (turn) => roundWithout(round, chunk2(turn))
    }
  ];
};
var joined = (a, b) => {
  const n = a.candidates.length;
  return {
    candidates: numbered(n + b.candidates.length, (i) => i < n ? a.candidates.at(i) : b.candidates.at(i - n)),
    after: (i) => i < n ? a.after(i) : b.after(i - n)
  };
};
var reduce = async (input, race, heatsOf) => {
  const splitFactor = splitFactorOf(race);
  const memory = { known: /* @__PURE__ */ new Map(), evaluated: 0, hits: 0 };
  let result = input;
  let round;
  let iterations = 0;
  while (result.length > 1) {
    round ??= firstRound(result, splitFactor);
    iterations++;
    const won = await winner(heatsOf(round), race, memory);
    if (won === void 0) {
      round = finerRound(round, splitFactor);
      if (round === void 0) break;
    } else {
      result = won.heat.candidates.at(won.index);
      round = won.heat.after(won.index);
    }
  }
  return { result, iterations, evaluated: memory.evaluated, hits: memory.hits };
};
var winner = async (inTurn, race, memory) => {
  for (const heat of inTurn) {
    const index = await run(heat.candidates, race, memory);
    if (index !== void 0) return { heat, index };
  }
  return void 0;
};
var run = async (candidates, { executor, render }, memory) => {
  const underway = /* @__PURE__ */ new Map();
  const finished = new Mailbox();
  const outcomeOf = (index) => {
    const candidate = render(candidates.at(index));
    const key = candidate.key();
    const known = memory.known.get(key);
    if (known !== void 0) {
      memory.hits++;
      return known;
    }
    const abort = new AbortController();
    underway.set(index, abort);
    memory.evaluated++;
    finished.put(executor.run(candidate, abort.signal).then(({ outcome }) => ({ index, key, outcome })));
    return void 0;
  };
  try {
    for (let next = 0; ; ) {
      while (next < candidates.length && underway.size < Math.max(1, executor.capacity))
        if (outcomeOf(next++) === "fail") return next - 1;
      if (underway.size === 0) return void 0;
      const arrived = await finished.take();
      for (const { index, key, outcome } of arrived) {
        underway.delete(index);
        memory.known.set(key, outcome);
      }
      const won = arrived.find(({ outcome }) => outcome === "fail");
      if (won !== void 0) return won.index;
    }
  } finally {
    for (const abort of underway.values()) abort.abort();
  }
};
var Mailbox = class {
  #arrived = [];
  #wake;
  #broken;
  put(letter) {
    void this.#receive(letter);
  }
  async take() {
    if (this.#arrived.length === 0 && this.#broken === void 0)
      await new Promise((resolve) => {
        this.#wake = resolve;
      });
    if (this.#broken !== void 0) throw this.#broken.error;
    return this.#arrived.splice(0);
  }
  async #receive(letter) {
    try {
      this.#arrived.push(await letter);
    } catch (error) {
      this.#broken ??= { error };
    }
    this.#wake?.();
  }
};

// ../../src/strategies/opdd.ts
var opdd = (input, options = {}) => opddFrom(split(input, Math.min(input.length, 2)), options);
var opddFrom = (partition, options = {}) => opdd2(partition, { order: options.order ?? "forward", cases: options.cases ?? "subsets-first" });
var opdd2 = (partition, rules) => {
  const { of } = partition;
  if (of.length < 2) return done(of);
  switch (rules.cases) {
    case "subsets-first":
      return toSubset2(partition, rules, () => pass(partition, rules, (rest) => refine(rest, rules)));
    case "complements-first":
      return pass(
        partition,
        rules,
        (rest) => rest.of === of ? toSubset2(rest, rules, () => refine(rest, rules)) : refine(rest, rules)
      );
    case "complements-only":
      return pass(partition, rules, (rest) => refine(rest, rules));
  }
};
var refine = ({ of, granularity }, rules) => granularity < of.length ? opdd2(split(of, Math.min(of.length, 2 * granularity)), rules) : done(of);
var toSubset2 = (partition, rules, otherwise) => {
  const { of, granularity } = partition;
  const kept = subsets(partition);
  const candidates = numbered(
    granularity,
    (turn) => kept.at(rules.order === "forward" ? turn : granularity - 1 - turn)
  );
  const step = { phase: "subset", granularity, removes: of.length - Math.floor(of.length / granularity) };
  return first(
    candidates,
    step,
    (hit) => hit === void 0 ? otherwise() : opdd2(split(hit.candidate, Math.min(hit.candidate.length, 2)), rules)
  );
};
var pass = (partition, rules, next) => fold(partition, { visited: 0, order: rules.order }, next);
var fold = (partition, { visited, order }, next) => {
  const { of, granularity: n } = partition;
  if (n < 2 || visited === n) return next(partition);
  const chunkAt = (turn) => order === "forward" ? visited + turn : n - 1 - visited - turn;
  const rests = complements(partition);
  const candidates = numbered(n - visited, (turn) => rests.at(chunkAt(turn)));
  const step = { phase: "complement", granularity: n, removes: Math.floor(of.length / n) };
  return first(
    candidates,
    step,
    (hit) => hit === void 0 ? next(partition) : fold(withoutChunk(partition, chunkAt(hit.index)), { visited: visited + hit.index, order }, next)
  );
};

// ../../src/core/verdict.ts
var FAIL = Object.freeze({ outcome: "fail" });
var PASS = Object.freeze({ outcome: "pass" });

// ../../src/driver/nodes.ts
var enter = (start, below) => {
  let search2 = start;
  let frames = below;
  for (; ; ) {
    switch (search2.kind) {
      case "then": {
        const then = search2;
        frames = { next: (result, claims) => then.next(result, claims), rest: frames };
        search2 = then.search;
        break;
      }
      case "done": {
        if (frames === void 0) return { kind: "end", done: search2 };
        const frame = frames;
        frames = frame.rest;
        search2 = frame.next(search2.result, search2.claims);
        break;
      }
      case "ask":
        if (search2.candidates.length > 0)
          return { kind: "ask", ask: search2, index: 0, answers: NO_ANSWERS, frames, after: {} };
        search2 = search2.next(NO_ANSWERS);
        break;
      case "together":
        if (search2.searches.length > 0) return joinNode(search2, frames);
        search2 = search2.next([]);
        break;
      case "later":
        return { kind: "postponed", later: search2, frames, begun: void 0 };
    }
  }
};
var after = (node, verdict) => {
  if (verdict.outcome === "fail") return node.after.fail ??= advance(node, FAIL);
  if (verdict.outcome === "pass") return node.after.pass ??= advance(node, PASS);
  const kept = node.after.unresolved;
  if (kept !== void 0 && kept[0] === verdict.reason) return kept[1];
  const next = advance(node, verdict);
  node.after.unresolved = [verdict.reason, next];
  return next;
};
var ends = (node, outcome) => node.index + 1 === node.ask.candidates.length || node.ask.until.includes(outcome);
var advance = (node, verdict) => {
  const answers = new AnswerList(node.answers, verdict);
  if (ends(node, verdict.outcome)) return enter(node.ask.next(answers), node.frames);
  return { kind: "ask", ask: node.ask, index: node.index + 1, answers, frames: node.frames, after: {} };
};
var joinNode = (together, frames) => ({
  kind: "join",
  together,
  frames,
  starts: /* @__PURE__ */ new Map(),
  fronts: /* @__PURE__ */ new Map(),
  results: /* @__PURE__ */ new Map(),
  epoch: 0,
  left: 0,
  continuation: void 0
});
var member = (join, index) => {
  const known = join.starts.get(index);
  if (known !== void 0) return known;
  const entered = enter(join.together.searches.at(index));
  join.starts.set(index, entered);
  return entered;
};
var joined2 = (join, results) => {
  const known = join.continuation;
  if (known?.results.every((result, index) => Object.is(result, results[index])) === true) return known.node;
  const node = enter(join.together.next(results), join.frames);
  join.continuation = { results, node };
  return node;
};
var begin2 = (node) => node.begun ??= enter(node.later.search(), node.frames);
var AnswerList = class {
  length;
  last;
  #before;
  constructor(before, last) {
    this.#before = before;
    this.last = last;
    this.length = before === void 0 ? 0 : before.length + 1;
  }
  list() {
    const verdicts = this.last === void 0 ? [] : [this.last];
    for (let at = this.#before; at?.last !== void 0; at = at.#before) verdicts.push(at.last);
    return verdicts.toReversed();
  }
};
var NO_ANSWERS = new AnswerList();

// ../../src/driver/walk.ts
var Walk = class {
  /** The joins the walk is inside of, outermost first. */
  #open = [];
  #node;
  constructor(search2) {
    this.#node = enter(search2);
  }
  /** The open question, or the end. */
  position() {
    for (; ; ) {
      const node = this.#node;
      switch (node.kind) {
        case "ask":
          return node;
        case "postponed":
          this.#node = begin2(node);
          break;
        case "join":
          this.#open.push({ join: node, results: [] });
          this.#node = member(node, 0);
          break;
        case "end":
          if (this.#open.length === 0) return node.done;
          this.#leave(node.done.result);
          break;
      }
    }
  }
  answer(verdict) {
    const node = this.position();
    if (node.kind === "ask") this.#node = after(node, verdict);
  }
  /** Where look-ahead begins: the outermost join that is open, else the open question. */
  outlook() {
    return this.#open[0]?.join ?? this.#node;
  }
  /** A member of the innermost join has ended: on to the next one, or past the join. */
  #leave(result) {
    const { join, results } = this.#open[this.#open.length - 1];
    results.push(result);
    join.results.set(join.left, result);
    join.starts.delete(join.left);
    join.fronts.delete(join.left);
    join.left++;
    if (results.length < join.together.searches.length) this.#node = member(join, join.left);
    else {
      this.#open.pop();
      this.#node = joined2(join, results);
    }
  }
};

// ../../src/driver/play.ts
var LimitReached = class extends Error {
  name = "LimitReached";
};
var play = (search2, test, limit = Number.POSITIVE_INFINITY) => {
  const walk = new Walk(search2);
  for (let asked = 0; ; asked++) {
    const position = walk.position();
    if (position.kind === "done") return { result: position.result, claims: position.claims, asked };
    if (asked >= limit) throw new LimitReached(`more than ${limit} questions`);
    walk.answer(verdictOf(test(position.ask.candidates.at(position.index), position.ask.step)));
  }
};
var verdictOf = (said) => {
  if (typeof said === "boolean") return said ? FAIL : PASS;
  return typeof said === "string" ? { outcome: said } : said;
};

// ../../src/study/trace.ts
var trace = (input, search2, oracle) => {
  const outcomes = /* @__PURE__ */ new Map();
  const trials = [];
  const { result, claims } = play(search2, (candidate, step) => {
    const key = (oracle.key ?? keyOf)(candidate);
    const known = outcomes.get(key);
    const fails = known ?? oracle.test(candidate);
    outcomes.set(key, fails);
    const last = trials.at(-1);
    const before = last === void 0 ? input : last.fails ? last.candidate : last.before;
    trials.push({ candidate, step, fails, known: known !== void 0, level: levelAfter(last, step), before });
    return fails;
  });
  return {
    result,
    claims,
    trials,
    evaluated: outcomes.size,
    hits: trials.length - outcomes.size,
    iterations: trials.filter((trial, i) => opensIteration(trials[i - 1], trial)).length
  };
};
var levelAfter = (last, { granularity = 0 }) => {
  if (last === void 0) return 0;
  return last.level + (granularity > (last.step.granularity ?? 0) ? 1 : 0);
};
var opensIteration = (last, { step }) => last === void 0 || last.fails || last.step.granularity !== step.granularity;

// ../../src/study/unambiguity.ts
var unambiguityRatio = ({ trivial, successful, unsuccessful }) => {
  const all = trivial + successful + unsuccessful;
  return all === 0 ? 100 : 100 * (trivial + successful) / all;
};
var unambiguity = (input) => probe(split(input, Math.min(2, input.length)), { trivial: 0, successful: 0, unsuccessful: 0 });
var probe = (partition, counts) => {
  const { of, granularity: n } = partition;
  if (of.length < 2) return done({ result: of, ...counts });
  if (n < 2) return probe(split(of, 2), counts);
  return each(
    complements(partition),
    { phase: "complement", granularity: n, removes: Math.floor(of.length / n) },
    (verdicts) => {
      const removable = verdicts.flatMap(({ outcome }, i) => outcome === "fail" ? [i] : []);
      if (removable.length === 0)
        return n < of.length ? probe(split(of, Math.min(of.length, 2 * n)), counts) : done({ result: of, ...counts });
      if (removable.length === 1) return probe(withoutChunks(partition, removable), plus(counts, "trivial"));
      return combine(partition, removable, counts);
    }
  );
};
var combine = (partition, removable, counts) => {
  const apart = () => probe(withoutChunks(partition, removable.slice(0, 1)), plus(counts, "unsuccessful"));
  if (removable.length === partition.granularity) return apart();
  const rest = withoutChunks(partition, removable);
  const step = { phase: "combination", granularity: removable.length, removes: partition.of.length - rest.of.length };
  return one(
    () => rest.of,
    step,
    (fails) => fails ? probe(rest, plus(counts, "successful")) : apart()
  );
};
var withoutChunks = (partition, gone) => split(
  drop(
    partition.of,
    gone.map((i) => chunk(partition, i))
  ),
  partition.granularity - gone.length
);
var plus = (counts, which) => ({
  ...counts,
  [which]: counts[which] + 1
});

// ../../src/study/revisits.ts
var successfulRevisits = ({ trials }) => {
  const visited = /* @__PURE__ */ new Map();
  let revisits = 0;
  for (const trial of trials) {
    if (trial.step.phase !== "complement") continue;
    const chunk2 = keyOf(minus(trial.before, trial.candidate));
    if (trial.fails && visited.get(chunk2) === trial.level) revisits++;
    visited.set(chunk2, trial.level);
  }
  return revisits;
};
var deferredRemovals = (classic, onePass) => {
  const first2 = removalLevels(classic.trials);
  const second = removalLevels(onePass.trials);
  const by = /* @__PURE__ */ new Map();
  let never = 0;
  for (const [index, level] of first2) {
    const later = second.get(index);
    if (later === void 0) never++;
    else by.set(later - level, (by.get(later - level) ?? 0) + 1);
  }
  return { by, never, onlyOnePass: [...second.keys()].filter((index) => !first2.has(index)).length };
};
var removalLevels = (trials) => {
  const levels = /* @__PURE__ */ new Map();
  for (const { candidate, before, fails, level } of trials)
    if (fails) forEachIndex(minus(before, candidate), (index) => levels.set(index, level));
  return levels;
};
var compare = (input, test) => {
  const forward = trace(input, ddmin(input, { order: "forward" }), { test });
  const backward = trace(input, ddmin(input, { order: "backward" }), { test });
  const onePass = trace(input, opdd(input, { order: "backward" }), { test });
  const { trivial, successful, unsuccessful } = trace(input, unambiguity(input), { test }).result;
  return {
    revisits: { forward: successfulRevisits(forward), backward: successfulRevisits(backward) },
    trivial,
    successful,
    unsuccessful,
    ratio: unambiguityRatio({ trivial, successful, unsuccessful }),
    tests: { ddmin: backward.evaluated, opdd: onePass.evaluated },
    sizes: { input: input.length, ddmin: backward.result.length, opdd: onePass.result.length },
    deferred: deferredRemovals(backward, onePass)
  };
};
export {
  combined,
  compare,
  deferredRemovals,
  parallel,
  successfulRevisits,
  trace,
  unambiguity,
  unambiguityRatio
};
