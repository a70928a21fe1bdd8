/** How the live page looks, beyond what it has in common with reports. */
import { REPORT_STYLE } from "../reporters/report-style.ts";

export const LIVE_STYLE: string = `${REPORT_STYLE}
header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; justify-content: space-between; }
.state { color: var(--dim); }
.state[data-stage=ended] { color: var(--new); } .state[data-stage=broken] { color: var(--old); }
tr[aria-current=true] td:first-child { font-weight: 600; }
.chart { width: 100%; min-height: 240px; }
.where { min-height: 1.5em; margin: .25rem 0; overflow-wrap: anywhere; }
`;
