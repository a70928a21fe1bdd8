/** Why something that an external pass said is not taken. */

/** Each kind is told once in a run. */
export type RefusalKind =
  | "ended"
  | "protocol"
  | "not-utf-8"
  | "no-json"
  | "no-change"
  | "name"
  | "outside"
  | "overlap"
  | "too-many"
  | "too-long";

export class Refused extends Error {
  override readonly name = "Refused";
  readonly kind: RefusalKind;
  constructor(kind: RefusalKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
