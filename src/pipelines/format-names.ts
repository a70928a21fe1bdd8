/** The formats that can be asked for by name. */

export const FILE_FORMATS = ["auto", "bytes", "characters", "lines", "tokens", "tree", "json"] as const;
export type FileFormatName = (typeof FILE_FORMATS)[number];

export type FormatName = FileFormatName | "directory";
export const FORMATS: readonly FormatName[] = [...FILE_FORMATS, "directory"];
