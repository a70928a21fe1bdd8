/** How reports and the live page look. */

/** All of them look alike. On paper they are light, and everything is open. */
export const REPORT_STYLE: string = `
:root { --ink: #1d2129; --dim: #5b6472; --paper: #fff; --box: #f4f5f7; --line: #d9dde3;
  --old: #a61b1b; --old-paper: #fdecec; --new: #14632c; --new-paper: #e8f6ec; --at: #3d4f9f; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #e6e8ec; --dim: #9aa4b2; --paper: #15181d; --box: #1e2228; --line: #343a44;
    --old: #ff9d94; --old-paper: #3a1f20; --new: #86dba0; --new-paper: #17301f; --at: #9db1ff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.4rem; line-height: 1.3; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1rem 0 .25rem; overflow-wrap: anywhere; }
p { margin: .5rem 0 .25rem; }
code, pre { font: .875rem/1.45 ui-monospace, "DejaVu Sans Mono", monospace; }
pre { margin: .25rem 0; padding: .75rem; overflow-x: auto; background: var(--box); border: 1px solid var(--line); border-radius: 6px; }
code, li, dd { overflow-wrap: anywhere; }
.diff span { display: block; width: max-content; min-width: 100%; }
.old { color: var(--old); background: var(--old-paper); }
.new { color: var(--new); background: var(--new-paper); }
.at { color: var(--at); }
.yes { color: var(--new); } .no { color: var(--old); } .dim { color: var(--dim); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .5rem 0; }
dt { color: var(--dim); } dd { margin: 0; }
ul { margin: .5rem 0; padding-left: 1.25rem; }
.wide { overflow-x: auto; }
@media (max-width: 40rem) {
  table.cards, table.cards tbody, table.cards tr { display: block; } table.cards thead { position: absolute; left: -9999px; }
  table.cards tr { display: grid; grid-template-columns: repeat(auto-fill, minmax(6.5rem, 1fr)); gap: .1rem .75rem; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  table.cards td { display: block; border: 0; padding: 0; text-align: left !important; overflow-wrap: anywhere; }
  table.cards td:first-child { grid-column: 1 / -1; font-weight: 600; }
  table.cards td:not(:first-child)::before { content: attr(data-name); display: block; color: var(--dim); font-size: .8125rem; }
}
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .75rem .25rem 0; text-align: left; border-bottom: 1px solid var(--line); }
th { color: var(--dim); font-weight: normal; }
th:nth-child(n+3), td:nth-child(n+3) { text-align: right; }
:root { --accent: #2f54c8; --on-accent: #fff; --grid: #eceef1; --works: #14632c; --works-paper: #cdeed7; --other: #7a4a00; --other-paper: #ffe2b3;
  --syntax: #5b3b8c; --syntax-paper: #e8dcfa; --hang: #8a1050; --hang-paper: #fbd3e6; --none-paper: #e6e9ee; }
@media screen and (prefers-color-scheme: dark) {
  :root { --accent: #9db1ff; --on-accent: #10131a; --grid: #262b33; --works: #a5eebb; --works-paper: #1c4329; --other: #ffd08a; --other-paper: #4a3310;
    --syntax: #d7c2ff; --syntax-paper: #372556; --hang: #ffb0d4; --hang-paper: #541636; --none-paper: #2a2f38; }
}
.big { font-size: 1.6rem; font-weight: 600; margin: .25rem 0; font-variant-numeric: tabular-nums; }
.big .dim { white-space: nowrap; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 1rem; }
.sides > * { min-width: 0; }
figure { margin: .5rem 0; } figcaption { color: var(--dim); font-size: .875rem; }
.curve { display: flex; gap: .5rem; } .curve svg { display: block; overflow: visible; }
.curve .names { flex: 0 0 3.75rem; width: 3.75rem; } .curve .plot { flex: 1; width: 0; }
.curve text { fill: var(--dim); font: 13px system-ui, sans-serif; font-variant-numeric: tabular-nums; }
.curve line { stroke: var(--grid); } .curve path { fill: none; stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
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
summary { cursor: pointer; }
.legend { display: flex; flex-wrap: wrap; gap: .5rem 1rem; padding: 0; list-style: none; } .legend .part { padding: 0 .4rem; }
.wrap { white-space: pre-wrap; overflow-wrap: anywhere; }
.where { min-height: 1.5em; margin: .25rem 0; overflow-wrap: anywhere; }
.outcome-fail { color: var(--accent); font-weight: 600; } .outcome-unresolved { color: var(--other); }
.in-comment { color: var(--dim); } .in-directive { color: var(--syntax); } .in-tag, .in-word { color: var(--accent); }
.in-string { color: var(--works); } .in-number { color: var(--other); }
.copyable { position: relative; } .copyable .copy { position: absolute; top: .35rem; right: .35rem; z-index: 1; min-height: 1.75rem; padding: 0 .6rem; font-size: .8125rem; }
.copyable pre { padding-right: 4.5rem; min-height: 2.6rem; }
[hidden] { display: none !important; }
@media print {
  body { font-size: 11pt; } main { max-width: none; padding: 0; }
  button, .button, .bar { display: none !important; }
  pre, .view { max-height: none; white-space: pre-wrap; overflow-wrap: anywhere; overflow: visible; }
  figure, tr, h2, h3 { break-inside: avoid; } h2, h3 { break-after: avoid; }
  details:not(.long)::details-content { content-visibility: visible; display: block; }
}
`;
