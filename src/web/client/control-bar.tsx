/** Pause, skip, stop: only with the token, which is in the address that pare has printed. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { isOver } from "../../progress/selectors.ts";
import type { Progress } from "../../progress/state.ts";

interface ControlProps {
  readonly progress: Progress;
  readonly token: string;
  readonly connected: boolean;
}

export const ControlBar = ({ progress, token, connected }: ControlProps): JSX.Element | null => {
  const [trouble, tell] = useState("");
  const [sure, ask] = useState(false);
  if (isOver(progress)) return null;
  if (token === "")
    return <p class="dim">This page is read-only. The address that pare printed can also pause, skip and stop.</p>;
  const send = async (control: string): Promise<void> => {
    const response = await fetch(`/api/control/${control}`, {
      method: "POST",
      headers: { "x-pare-token": token },
    }).catch(() => undefined);
    tell(
      response?.ok === true
        ? ""
        : response?.status === 403
          ? "The token belongs to another run."
          : "The run did not answer.",
    );
  };
  const off = !connected;
  return (
    <div class="bar" role="group" aria-label="steer the run">
      <button type="button" disabled={off} onClick={() => void send(progress.paused ? "resume" : "pause")}>
        {progress.paused ? "resume" : "pause"}
      </button>
      <button type="button" disabled={off || progress.paused} onClick={() => void send("skip")}>
        {progress.triage === undefined ? "skip this pass" : "skip this bug"}
      </button>
      {sure ? (
        <>
          <button
            type="button"
            disabled={off}
            onClick={() => {
              ask(false);
              void send("stop");
            }}
          >
            really stop, keep the best
          </button>
          <button type="button" onClick={() => ask(false)}>
            keep running
          </button>
        </>
      ) : (
        <button type="button" disabled={off} onClick={() => ask(true)}>
          stop
        </button>
      )}
      {trouble !== "" && <span role="alert">{trouble}</span>}
    </div>
  );
};
