/** The kinds of projects that are known; the first that recognizes a directory counts. */
import { nodeProject } from "./node.ts";
import type { Project, Recognizer, Root } from "./project.ts";

const recognizers: readonly Recognizer[] = [nodeProject];

export const projectOf = (root: Root): Project | undefined => {
  for (const recognize of recognizers) {
    const project = recognize(root);
    if (project !== undefined) return project;
  }
  return undefined;
};
export { isConfiguration } from "./configuration.ts";
export type { Project } from "./project.ts";
