/** koffi's binary for this platform, by itself: the package around it has a script that runs at installation, which npm warns of. */
import { createRequire } from "node:module";

export interface Koffi {
  load(path: string): { func(definition: string): unknown };
  address(value: unknown): bigint;
}

/** Throws where it is not installed. */
export const loadKoffi = (): Koffi =>
  createRequire(import.meta.url)(`@koromix/koffi-${process.platform}-${process.arch}`) as Koffi;
