/** How the live page looks, beyond what it has in common with reports. */
import { REPORT_STYLE } from "../reporters/html/style.ts";

export const LIVE_STYLE: string = `${REPORT_STYLE}
header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; justify-content: space-between; }
main { max-width: 80rem; }
header p { margin: 0; }
.state { color: var(--dim); overflow-wrap: anywhere; }
.state[data-stage=ended], .state[data-stage=broken] { padding: .5rem .75rem; border-radius: 6px; color: var(--new); background: var(--new-paper); font-weight: 600; }
.state[data-stage=broken] { color: var(--old); background: var(--old-paper); }
.best { max-height: 17rem; }
tr[aria-current=true] td:first-child { font-weight: 600; }
.bugs td:first-child { overflow-wrap: anywhere; } .bugs progress { width: 8rem; max-width: 100%; height: .6rem; accent-color: var(--new); vertical-align: middle; }
table.bugs td:last-child, table.bugs th:last-child { text-align: left; padding-left: .5rem; }
table.workers td:nth-child(2), table.workers th:nth-child(2) { text-align: left; }
`;
