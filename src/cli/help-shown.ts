/** Help was asked for and printed: there is nothing left to do. */
export class HelpShown extends Error {
  override readonly name = "HelpShown";
}
