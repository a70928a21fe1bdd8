/** The script of a report that has nothing to show beyond its text. */
import { showCopyButtons } from "./copy-buttons.tsx";

showCopyButtons();
