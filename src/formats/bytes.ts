/** Files by bytes. */
import { everyPlace, pieces, type FileFormat } from "./pieces.ts";

export const bytes: FileFormat = pieces("bytes", (content) => everyPlace(content.length));
