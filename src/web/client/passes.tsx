/** What each pass has cost and brought. */
import type { JSX } from "preact";
import { count, time } from "../../progress/figures.ts";
import type { Progress } from "../../progress/state.ts";

export const Passes = ({ progress: { passes, pass: current } }: { readonly progress: Progress }): JSX.Element => (
  <div class="wide" tabIndex={0} role="region" aria-label="the passes">
    <table class="figures passes">
      <thead>
        <tr>
          <th>pass</th>
          <th>tests</th>
          <th>known</th>
          <th>successes</th>
          <th>bytes removed</th>
          <th>time</th>
        </tr>
      </thead>
      <tbody>
        {passes.map(({ pass, run, known, successes, removed, ms }) => (
          <tr key={pass} aria-current={pass === current ? "true" : undefined}>
            <td>{pass}</td>
            <td>{count(run)}</td>
            <td>{count(known)}</td>
            <td>{count(successes)}</td>
            <td>{count(removed)}</td>
            <td>{time(ms)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
