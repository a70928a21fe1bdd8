/** The slider over all accepted steps: what each has taken away, and what the oracle said then. */
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { count, counted, percent, time } from "../../progress/figures.ts";
import { visible } from "../../core/visible.ts";
import type { BookReader } from "../steps/book.ts";
import { seen, type DiffPiece } from "../steps/diff.ts";

type View = "change" | "start" | "plain";

export interface StepsProps {
  readonly reader: BookReader;
  /** The name of the file, for downloads. */
  readonly name: string;
  /** The newest step is shown until somebody moves. */
  readonly follow?: boolean;
  /** What the oracle said of a step, where the book does not know. */
  readonly outputOf?: (number: number) => Promise<string | undefined>;
  /** Where it is downloaded from; missing where the book itself has to do. */
  readonly addressOf?: ((number: number) => string) | undefined;
}

const VIEWS: readonly (readonly [View, string])[] = [
  ["change", "this step"],
  ["start", "since the start"],
  ["plain", "content"],
];

export const Steps = ({ reader, name, follow = false, outputOf, addressOf }: StepsProps): JSX.Element => {
  const { length } = reader;
  const [chosen, choose] = useState<number | undefined>(follow ? undefined : length);
  const [view, show] = useState<View>("change");
  const place = Math.min(chosen ?? length, length);
  const move = (to: number): void => choose(Math.max(0, Math.min(length, to)));
  const { start, steps, leftOut } = reader.book;
  const step = steps[place - 1];
  const number = step?.number ?? start.number;
  const size = step?.size ?? start.size;
  const shown = useMemo(() => shownOf(reader, place, view), [reader, place, view]);
  const output = useOutput(number, step?.output, outputOf);
  const words = `step ${count(place + leftOut)} of ${count(length + leftOut)}, ${counted(size, "byte")}`;
  return (
    <div class="steps">
      <div class="bar">
        <Slider place={place} length={length} words={words} move={move} />
        {follow && (
          <button
            type="button"
            aria-pressed={chosen === undefined}
            onClick={() => choose(chosen === undefined ? length : undefined)}
          >
            follow
          </button>
        )}
      </div>
      <p class="where" aria-live="polite">
        {words}
        <span class="dim">{aboutStep(reader, place)}</span>
      </p>
      <div class="bar" role="group" aria-label="what is shown">
        {VIEWS.map(([each, label]) => (
          <button type="button" key={each} aria-pressed={view === each} onClick={() => show(each)}>
            {label}
          </button>
        ))}
        <Download reader={reader} place={place} number={number} name={name} addressOf={addressOf} />
      </div>
      <pre class="view diffview" tabIndex={0} role="region" aria-label="the step">
        {shown.map(piece)}
      </pre>
      {output !== undefined && output !== "" && (
        <details class="said">
          <summary>what the test printed</summary>
          <pre class="view wrap" tabIndex={0} role="region" aria-label="what the test printed">
            {visible(output)}
          </pre>
        </details>
      )}
    </div>
  );
};

interface SliderProps {
  readonly place: number;
  readonly length: number;
  readonly words: string;
  move(to: number): void;
}

const Slider = ({ place, length, words, move }: SliderProps): JSX.Element => (
  <>
    <button type="button" onClick={() => move(place - 1)} disabled={place === 0} aria-label="the step before">
      ←
    </button>
    <input
      type="range"
      min={0}
      max={length}
      value={place}
      aria-label="accepted step"
      aria-valuetext={words}
      onInput={(event) => move(Number(event.currentTarget.value))}
    />
    <button
      type="button"
      onClick={() => move(place + 1)}
      disabled={place === length}
      aria-label="the step after this one"
    >
      →
    </button>
  </>
);

const shownOf = (reader: BookReader, place: number, view: View): readonly DiffPiece[] => {
  if (view === "plain" || place === 0) return reader.plain(place);
  return view === "change" ? reader.change(place) : reader.sinceStart(place);
};

const aboutStep = (reader: BookReader, place: number): string => {
  const { start, steps } = reader.book;
  const step = steps[place - 1];
  if (step === undefined) return reader.book.leftOut > 0 ? "" : ", the original";
  const before = steps[place - 2]?.size ?? start.size;
  const gone = before - step.size;
  return [
    `, ${gone >= 0 ? `${counted(gone, "byte")} less` : `${counted(-gone, "byte")} more`} (${percent(step.size, start.size)} of the start)`,
    step.pass === undefined ? "" : `, by ${step.pass}`,
    step.tests === undefined ? "" : `, after ${counted(step.tests, "test")}`,
    step.at === undefined ? "" : `, at ${time(step.at)}`,
  ].join("");
};

export const piece = (shown: DiffPiece, index: number): JSX.Element => {
  if (shown.kind === "head")
    return (
      <b class="file" key={index}>
        {shown.text}
      </b>
    );
  if (shown.kind === "gap")
    return (
      <span class="gap" key={index}>
        {shown.lines === 0
          ? "\n… more is not shown …\n"
          : `\n… ${counted(shown.lines, "line")} ${shown.of === "old" ? "gone" : "as before"} …\n`}
      </span>
    );
  if (shown.kind === "old") return <del key={index}>{seen(shown.text)}</del>;
  if (shown.kind === "new") return <ins key={index}>{seen(shown.text)}</ins>;
  return <span key={index}>{shown.text}</span>;
};

const useOutput = (number: number, known: string | undefined, outputOf: StepsProps["outputOf"]): string | undefined => {
  const [fetched, keep] = useState<{ readonly number: number; readonly output: string | undefined }>();
  useEffect(() => {
    if (known !== undefined || outputOf === undefined) return undefined;
    let wanted = true;
    // Whoever drags the slider does not ask for every step on the way.
    const timer = setTimeout(() => {
      void outputOf(number).then((output) => wanted && keep({ number, output }));
    }, 150);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [number, known, outputOf]);
  return known ?? (fetched?.number === number ? fetched.output : undefined);
};

interface DownloadProps {
  readonly reader: BookReader;
  readonly place: number;
  readonly number: number;
  readonly name: string;
  readonly addressOf: StepsProps["addressOf"];
}

const Download = ({ reader, place, number, name, addressOf }: DownloadProps): JSX.Element => {
  const file = `${name}.step-${number}`;
  if (addressOf !== undefined)
    return (
      <a class="button" href={addressOf(number)} download={file}>
        download
      </a>
    );
  const save = (): void => {
    const address = URL.createObjectURL(new Blob([reader.content(place) as Uint8Array<ArrayBuffer>]));
    const link = Object.assign(document.createElement("a"), { href: address, download: file });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  };
  return (
    <button type="button" onClick={save}>
      download
    </button>
  );
};
