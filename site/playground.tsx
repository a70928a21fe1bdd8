/** The playground: a text, a predicate, and four algorithms that reduce it side by side, step by step. */
import { render } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { ALGORITHMS, joined, playAlgorithm, splitText, type Algorithm, type Played, type Unit } from "./algorithms.ts";
import { EXAMPLES, type Example } from "./examples.ts";

type Fails = (text: string) => boolean;

/** The reader's own words, in the reader's own browser. */
const predicateOf = (code: string): Fails => {
  // oxlint-disable-next-line typescript/no-implied-eval -- the expression is typed by whoever looks at the page
  const evaluate = new Function("text", `"use strict"; return (${code}\n);`) as (text: string) => unknown;
  return (text) => evaluate(text) === true;
};

type Race =
  | { readonly units: readonly string[]; readonly played: ReadonlyMap<Algorithm, Played> }
  | { readonly trouble: string };

const raceOf = ({ text, unit, predicate }: Pick<Example, "text" | "unit" | "predicate">): Race => {
  try {
    const fails = predicateOf(predicate);
    const units = splitText(text, unit);
    if (units.length === 0) return { trouble: "Type a text first." };
    if (!fails(text)) return { trouble: "The predicate must be true for the whole text: this is the failure to keep." };
    return { units, played: new Map(ALGORITHMS.map((name) => [name, playAlgorithm(name, units, fails)])) };
  } catch (error) {
    return { trouble: `The predicate does not work: ${error instanceof Error ? error.message : String(error)}` };
  }
};

const ABOUT: Readonly<Record<Algorithm, string>> = {
  ddmin: "subsets, complements, finer parts (2002)",
  OPDD: "every part once per granularity (2018)",
  HDD: "ddmin on every level of brackets (2006)",
  gbs: "binary splitting with an estimate; the base of pare's default",
};

const Lane = ({
  name,
  units,
  played,
  at,
}: {
  name: Algorithm;
  units: readonly string[];
  played: Played;
  at: number;
}) => {
  const step = Math.min(at, played.frames.length);
  const frame = played.frames[step - 1];
  const best = useMemo(() => new Set(bestAt(played, step, units.length)), [played, step]);
  const isOver = step === played.frames.length;
  const asked = isOver ? best : new Set(frame?.kept ?? best);
  return (
    <section class={`lane${isOver ? " over" : ""}`} aria-label={name}>
      <h2>{name}</h2>
      <p class="about">{ABOUT[name]}</p>
      <div class="text" tabIndex={0} role="group" aria-label={`text of ${name}`}>
        {units.map((unit, index) => (
          <span key={index} class={!best.has(index) ? "gone" : asked.has(index) ? "kept" : "cut"}>
            {unit.replace("\n", "⏎\n")}
          </span>
        ))}
      </div>
      <p class="state">
        {isOver ? (
          <>
            <strong class="tests">{played.tests} tests</strong>, {units.length} → {played.result.length}
            {played.trouble === undefined ? "" : ` (stopped: ${played.trouble})`}
          </>
        ) : (
          <>
            question {step} of {played.frames.length}
            {frame === undefined ? "" : `: ${frame.fails ? "still fails" : "gone"}${frame.known ? " (known)" : ""}`}
          </>
        )}
      </p>
      {isOver && <pre class="result">{joined(units, played.result)}</pre>}
    </section>
  );
};

/** What had failed last, before the question at hand was answered. */
const bestAt = ({ frames, result }: Played, step: number, size: number): readonly number[] =>
  step === frames.length
    ? result
    : (frames.slice(0, Math.max(0, step - 1)).findLast(({ fails }) => fails)?.kept ??
      Array.from({ length: size }, (_, i) => i));

const TICK_MS = 250;

const Player = ({ race }: { race: Exclude<Race, { readonly trouble: string }> }) => {
  const last = Math.max(...Array.from(race.played.values(), ({ frames }) => frames.length));
  const [at, setAt] = useState(last);
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    setAt(last);
    setPlaying(false);
  }, [race]);
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => setAt((now) => Math.min(now + Math.max(1, Math.round(last / 200)), last)), TICK_MS);
    return () => clearInterval(timer);
  }, [isPlaying, last]);
  useEffect(() => void (at >= last && setPlaying(false)), [at]);
  const play = () => {
    if (!isPlaying && at >= last) setAt(0);
    setPlaying(!isPlaying);
  };
  return (
    <>
      <div class="controls">
        <button type="button" onClick={play}>
          {isPlaying ? "Pause" : "Play"}
        </button>
        <button type="button" onClick={() => setAt(Math.max(0, at - 1))}>
          Back
        </button>
        <button type="button" onClick={() => setAt(Math.min(last, at + 1))}>
          Step
        </button>
        <label>
          question{" "}
          <input
            type="range"
            min={0}
            max={last}
            value={at}
            onInput={(event) => setAt(Number(event.currentTarget.value))}
          />
        </label>
        <output>{at}</output>
      </div>
      <div class="lanes">
        {ALGORITHMS.map((name) => (
          <Lane key={name} name={name} units={race.units} played={race.played.get(name) as Played} at={at} />
        ))}
      </div>
    </>
  );
};

const [FIRST] = EXAMPLES as readonly [Example];

const Playground = () => {
  const [{ text, unit, predicate, note }, setCase] = useState<Omit<Example, "name">>(FIRST);
  const change = (more: Partial<Example>) => setCase({ text, unit, predicate, note, ...more });
  const race = useMemo(() => raceOf({ text, unit, predicate }), [text, unit, predicate]);
  return (
    <>
      <div class="form">
        <label>
          Example
          <select onChange={(event) => setCase(EXAMPLES[event.currentTarget.selectedIndex] ?? FIRST)}>
            {EXAMPLES.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          Parts
          <select value={unit} onChange={(event) => change({ unit: event.currentTarget.value as Unit })}>
            {(["characters", "words", "lines"] as const).map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <label class="wide">
          Text
          <textarea
            rows={4}
            spellcheck={false}
            value={text}
            onInput={(event) => change({ text: event.currentTarget.value, note: "" })}
          />
        </label>
        <label class="wide">
          <span>
            It fails if (JavaScript about <code>text</code>)
          </span>
          <textarea
            rows={3}
            spellcheck={false}
            value={predicate}
            onInput={(event) => change({ predicate: event.currentTarget.value, note: "" })}
          />
        </label>
      </div>
      <p class="note">{note}</p>
      {"trouble" in race ? (
        <p class="trouble" role="alert">
          {race.trouble}
        </p>
      ) : (
        <Player race={race} />
      )}
    </>
  );
};

const place = document.querySelector("#play");
if (place !== null) render(<Playground />, place);
