/** How the HTML report of an isolation looks. */
export const ISOLATION_STYLE: string = `
:root { --ink: #1d2129; --dim: #5b6472; --paper: #fff; --box: #f4f5f7; --line: #d9dde3;
  --old: #a61b1b; --old-paper: #fdecec; --new: #14632c; --new-paper: #e8f6ec; --at: #3d4f9f; }
@media (prefers-color-scheme: dark) {
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
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .75rem .25rem 0; text-align: left; border-bottom: 1px solid var(--line); }
th { color: var(--dim); font-weight: normal; }
th:nth-child(n+3), td:nth-child(n+3) { text-align: right; }
`;
