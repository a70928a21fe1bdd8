/** How the live page looks, beyond what it has in common with reports. */
import { REPORT_STYLE } from "../reporters/html/style.ts";

export const LIVE_STYLE: string = `${REPORT_STYLE}
header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; justify-content: space-between; }
.state { color: var(--dim); }
.state[data-stage=ended] { color: var(--new); } .state[data-stage=broken] { color: var(--old); }
tr[aria-current=true] td:first-child { font-weight: 600; }
.chart { width: 100%; min-height: 240px; }
.queue { width: 100%; min-height: 140px; }
table.workers td:nth-child(2), table.workers th:nth-child(2) { text-align: left; }
table.workers td:first-child { max-width: 22rem; overflow-wrap: anywhere; }
summary { cursor: pointer; }
.where { min-height: 1.5em; margin: .25rem 0; overflow-wrap: anywhere; }
`;
