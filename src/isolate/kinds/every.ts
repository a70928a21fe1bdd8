/** Every kind of isolation: one line each. */
export { configKind } from "./config/kind.ts";
export { environmentKind } from "./environment/kind.ts";
export { flagsKind } from "./flags/kind.ts";
export { foldersKind } from "./folders/kind.ts";
export { gitKind } from "./git/kind.ts";
export { inputsKind } from "./inputs/kind.ts";
export { lockKind } from "./lock/kind.ts";
export { testsKind } from "./tests/kind.ts";
