/** Folders that do not belong to the content of a directory: installed packages are not reduced, histories and runs of pare are not looked at. */
const NO_CONTENT: ReadonlySet<string> = new Set(["node_modules", ".git", ".hg", ".svn", ".pare"]);

/** By the name of a folder. */
export const isNoContent = (name: string): boolean => NO_CONTENT.has(name);
