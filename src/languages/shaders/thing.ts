/** What is known of a shader: its things, and the types of its values. */

/** Something that has a name and a type. */
export interface Thing {
  readonly kind: "function" | "variable" | "parameter" | "member";
  readonly name: string;
  /** The node that defines it: a function, a declaration or one of its declarators, a parameter, a member. */
  readonly node: number;
  /** The function or the struct that it belongs to. */
  readonly owner: Thing | undefined;
  /** The type of its value. */
  type: string | undefined;
  /** The leaves that use it. */
  readonly uses: number[];
}

export interface Inference {
  /** By node: of the value, where it is known. */
  readonly types: readonly (string | undefined)[];
  /** In document order of their definitions. */
  readonly things: readonly Thing[];
  /** What a type that is written means. */
  read(text: string): string | undefined;
  /** The shortest value of a type. */
  zero(type: string | undefined): string | undefined;
}
