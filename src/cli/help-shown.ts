/** Help was asked for: it is printed, and there is nothing else to do. */
export class HelpShown extends Error {
  override readonly name = "HelpShown";
  readonly text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
}
