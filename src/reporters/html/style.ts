/** How the report of a reduction and the live page look: as the report of an isolation does, with what moves. */
import { ISOLATION_STYLE } from "./base-style.ts";

export const REPORT_STYLE: string = `${ISOLATION_STYLE}
:root { --accent: #2f54c8; --on-accent: #fff; --works: #14632c; --works-paper: #cdeed7; --other: #7a4a00; --other-paper: #ffe2b3;
  --syntax: #5b3b8c; --syntax-paper: #e8dcfa; --hang: #8a1050; --hang-paper: #fbd3e6; --none-paper: #e6e9ee; }
@media (prefers-color-scheme: dark) {
  :root { --accent: #9db1ff; --on-accent: #10131a; --works: #a5eebb; --works-paper: #1c4329; --other: #ffd08a; --other-paper: #4a3310;
    --syntax: #d7c2ff; --syntax-paper: #372556; --hang: #ffb0d4; --hang-paper: #541636; --none-paper: #2a2f38; }
}
.big { font-size: 1.6rem; font-weight: 600; margin: .25rem 0; font-variant-numeric: tabular-nums; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 1rem; }
.sides > * { min-width: 0; }
figure { margin: .5rem 0; } figcaption { color: var(--dim); font-size: .875rem; }
svg { width: 100%; height: auto; display: block; }
svg text { fill: var(--dim); font: 11px system-ui, sans-serif; }
svg .grid { stroke: var(--line); stroke-width: 1; } svg .curve { fill: none; stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; }
table.figures th:nth-child(n+2), table.figures td:nth-child(n+2) { text-align: right; }
.bar { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: .5rem 0; }
.bar input[type=range] { flex: 1 1 12rem; min-width: 8rem; accent-color: var(--accent); height: 2rem; margin: 0; }
button, .button { font: inherit; min-height: 2.25rem; padding: .25rem .8rem; border: 1px solid var(--line); border-radius: 6px;
  background: var(--box); color: var(--ink); cursor: pointer; text-decoration: none; display: inline-flex; align-items: center; }
button:hover:not(:disabled), .button:hover { border-color: var(--accent); }
button[aria-pressed=true] { background: var(--accent); color: var(--on-accent); border-color: var(--accent); }
button:disabled { opacity: .5; cursor: default; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.view { max-height: 32rem; overflow: auto; tab-size: 4; }
.view del, .view ins { text-decoration: none; border-radius: 2px; }
.view del { color: var(--old); background: var(--old-paper); text-decoration: line-through; text-decoration-thickness: 1px; }
.view ins { color: var(--new); background: var(--new-paper); }
.view .file { display: block; border-bottom: 1px solid var(--line); margin-top: .75rem; } .view .file:first-child { margin-top: 0; }
.view .gap { color: var(--dim); font-style: italic; }
.part { border-radius: 2px; }
.works { color: var(--works); background: var(--works-paper); } .other { color: var(--other); background: var(--other-paper); }
.syntax { color: var(--syntax); background: var(--syntax-paper); } .hang { color: var(--hang); background: var(--hang-paper); }
.unresolved { color: var(--hang); background: var(--hang-paper); } .needless { color: var(--ink); background: var(--none-paper); }
.legend { display: flex; flex-wrap: wrap; gap: .5rem 1rem; padding: 0; list-style: none; } .legend .part { padding: 0 .4rem; }
.wrap { white-space: pre-wrap; overflow-wrap: anywhere; }
.copy { position: relative; }
`;
