/** What a made case is: how its input is generated, what shows its failure, which packages of Debian it needs. */
export interface Recipe {
  readonly name: string;
  /** Name of the input, also where the test runs. */
  readonly file: string;
  readonly packages: readonly string[];
  /** One or two sentences for the README of the case. */
  readonly about: string;
  /** The body of interesting.sh. */
  readonly script: string;
  /** Writes the input to this path; `scratch` is an empty directory for what it needs meanwhile. */
  make(path: string, scratch: string): void;
}
