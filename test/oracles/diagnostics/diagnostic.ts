/** One real diagnostic: an input on which a program fails, and a decoy, a smaller text that shows a look-alike. */

export interface Diagnostic {
  /** What is told apart, in a few words. */
  readonly name: string;
  /** Programs of scripts/programs.mjs. */
  readonly needs: readonly string[];
  /** Of the input. */
  readonly file: string;
  readonly command: readonly string[];
  readonly input: string;
  /** Matches the output of the input and that of a true result; pare does not see it. */
  readonly essential: RegExp;
  /** Reachable from the input by deletion. */
  readonly decoy: string;
  /** Matches the output of the decoy, and neither that of the input nor that of a true result. */
  readonly lookAlike: RegExp;
  /** No candidate breaks a name, so that no look-alike is met even with --loose. */
  readonly keepsNames?: true;
  /** It is quick to reduce. */
  readonly isQuick?: true;
}
