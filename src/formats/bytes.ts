/** Files by bytes. */
import { everyPlace, pieces, type FileFormat } from "./pieces.ts";

/** A file as a list of bytes. */
export const bytes: FileFormat = pieces("bytes", (content) => everyPlace(content.length));
