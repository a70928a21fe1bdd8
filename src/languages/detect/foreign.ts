/** Files of languages that we do not know, and of prose and data: their content is not looked at. */

/** By extension. */
export const FOREIGN_EXTENSIONS: ReadonlySet<string> = new Set(
  (
    "md markdown rst adoc tex log csv tsv diff patch vue svelte scss sass less styl pl pm r sql swift dart f f90 f95 " +
    "s asm ll mlir wat el lisp clj cljs ex exs erl hrl fs fsi fsx vb ps1 bat cmd vim nix tf proto thrift graphql cmake gradle groovy " +
    "hbs ejs erb ini cfg properties rtf d nim v sv vhd vhdl pas ada adb ads tcl smt2 lean"
  ).split(" "),
);

/** Other people's programs, whose files have no extension. */
export const FOREIGN_NAMES: RegExp =
  /^(?:(?:docker|container|jenkins|proc)file(?:\..*)?|cmakelists\.txt|readme(?:\..*)?|license|changelog)$/;
