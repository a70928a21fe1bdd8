/** What a lockfile says, whoever wrote it. A format is one file, and one line in formats.ts. */

/** What a package asks for. */
export interface Need {
  readonly name: string;
  /** A range of versions, or an address. */
  readonly range: string;
  /** May it be missing? (optionalDependencies, and peers that are marked so) */
  readonly optional: boolean;
  /** Where it is asked for: "dependencies", "devDependencies", … */
  readonly member: string;
}

export interface LockedPackage {
  /** Where it lies: "node_modules/a/node_modules/b"; "" and "packages/x" for what belongs to the project itself. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  /** Tells what is installed apart where the version does not: the checksum, the commit. Missing where the lockfile has none. */
  readonly integrity?: string;
  /** Where it comes from, as the lockfile has it. */
  readonly resolved?: string;
  readonly needs: readonly Need[];
  /** It is part of the project itself: never a change. */
  readonly own: boolean;
  /** The path in the project that it is a link to. */
  readonly link?: string;
  /** It comes inside of the package above it, and changes with that. */
  readonly bundled: boolean;
  /** It may be missing from an installation (another platform). */
  readonly optional: boolean;
}

/** By path. */
export type LockedPackages = ReadonlyMap<string, LockedPackage>;

/** What an installation is made from. */
export interface InstallOptions {
  /** Exists; becomes an installation of the project. */
  readonly directory: string;
  readonly lockText: string;
  /** Where the manifests (and the settings of the installer) are read; nothing is written there. */
  readonly project: string;
  readonly signal: AbortSignal;
}

/** A version that is to be had instead of another one. */
export interface Pin {
  /** As at the bad end. */
  readonly bad: LockedPackage;
  readonly good: LockedPackage;
}

export interface LockFormat {
  /** "npm", … */
  readonly name: string;
  /** The name a lockfile of this kind has in a project. */
  readonly fileName: string;
  recognises(path: string, text: string): boolean;
  /** Throws a `UserError` for what it cannot read; `title` is how the user calls the file. */
  parse(text: string, title: string): LockedPackages;
  /** Everything besides the lockfile that decides what is installed, as text. */
  inputs(lockText: string, project: string): string;
  /** Runs the installer, without scripts of packages. Throws a `UserError` with what it complains of. */
  install(options: InstallOptions): Promise<void>;
  /** Is this installation what the lockfile says? Then it need not be made. */
  isInstalled(packages: LockedPackages, directory: string): boolean;
  /** What the user writes into the manifest to have the good versions at the bad end; `undefined` if there is no such thing. */
  pins(pins: readonly Pin[], bad: LockedPackages): PinnedManifest | undefined;
  /** Makes the directory, a copy of the project, a real installation of the bad end with those pins. */
  prove(options: InstallOptions, pinned: PinnedManifest): Promise<void>;
}

/** Members of a manifest that are merged into what it has. */
export interface PinnedManifest {
  readonly members: Readonly<Record<string, unknown>>;
  /** Paths in the lockfile, and the versions they must have. */
  readonly expected: ReadonlyMap<string, string>;
}
