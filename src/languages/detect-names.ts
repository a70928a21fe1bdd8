/** What names say of the language: extensions, whole file names, interpreters, and the modes of editors. */

const table = (rows: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(rows).flatMap(([language, names]) => names.split(" ").map((name) => [name, language] as const)),
  );

/** By extension, in small letters. */
export const EXTENSIONS: ReadonlyMap<string, string> = table({
  c: "c idc",
  cpp: "cc cpp cxx c++ cp hh hpp hxx h++ ii inl ipp ixx tcc tpp txx cppm",
  objc: "mm",
  cuda: "cu cuh",
  javascript: "js mjs cjs jsx es6 jsm",
  typescript: "mts cts",
  tsx: "tsx",
  python: "py pyi pyw py3 bzl gyp gypi",
  rust: "rs",
  go: "go",
  java: "java jav",
  csharp: "cs csx cake",
  kotlin: "kt kts ktm",
  scala: "scala sc sbt",
  ruby: "rb rake gemspec ru podspec jbuilder rbw",
  php: "php phtml php3 php4 php5 php7 php8 phps phpt",
  lua: "lua rockspec wlua",
  bash: "sh bash zsh ksh bats ebuild command",
  haskell: "hs hs-boot",
  ocaml: "ml mli eliom eliomi",
  julia: "jl",
  zig: "zig zon",
  solidity: "sol",
  json: "json jsonc jsonl ndjson geojson topojson webmanifest ipynb har map avsc gltf jsonld",
  yaml: "yaml yml",
  toml: "toml",
  html: "html htm xhtml xht xml svg xsl xslt xsd plist rss",
  css: "css",
  make: "mk mak make",
  regex: "regex regexp",
});

/** Extensions of languages that we do not know, and of prose and data: their content is not looked at. */
export const FOREIGN: ReadonlySet<string> = new Set(
  (
    "md markdown rst adoc tex log csv tsv diff patch vue svelte scss sass less styl pl pm r sql swift dart f f90 f95 " +
    "s asm ll mlir wat el lisp clj cljs ex exs erl hrl fs fsi fsx vb ps1 bat cmd vim nix tf proto thrift graphql cmake gradle groovy " +
    "hbs ejs erb ini cfg properties rtf d nim v sv vhd vhdl pas ada adb ads tcl smt2 lean"
  ).split(" "),
);

/** By whole name, in small letters. */
export const FILE_NAMES: ReadonlyMap<string, string> = table({
  python: "build build.bazel workspace buck sconstruct sconscript wscript tiltfile .pythonrc",
  ruby: "rakefile gemfile guardfile capfile vagrantfile podfile brewfile fastfile dangerfile .irbrc .pryrc",
  bash: ".bashrc .bash_profile .bash_aliases .bash_logout .profile .zshrc .zshenv .zprofile .kshrc pkgbuild apkbuild .envrc",
  make: "makefile gnumakefile bsdmakefile makefile.am makefile.in kbuild",
  json: "composer.lock pipfile.lock flake.lock .jshintrc .watchmanconfig",
  toml: "cargo.lock poetry.lock uv.lock pipfile",
  yaml: ".clang-format .clang-tidy .clangd .gemrc .yamllint",
  ocaml: ".ocamlinit",
  lua: ".luacheckrc",
});

/** By program, without its version. */
export const INTERPRETERS: ReadonlyMap<string, string> = table({
  python: "python pypy ipython",
  javascript: "node nodejs js rhino qjs d8",
  typescript: "deno bun ts-node tsx",
  ruby: "ruby jruby rbx",
  php: "php",
  lua: "lua luajit texlua",
  bash: "bash sh dash zsh ksh ash mksh bats",
  julia: "julia",
  haskell: "runhaskell runghc stack",
  ocaml: "ocaml ocamlrun",
  scala: "scala",
  kotlin: "kotlin kotlinc",
  java: "java",
  csharp: "csi dotnet-script",
  rust: "rust-script cargo",
  make: "make gmake",
});

/** By mode, in small letters, as vim and Emacs call them. */
export const MODES: ReadonlyMap<string, string> = table({
  c: "c",
  cpp: "cpp c++",
  objc: "objc objcpp objective-c",
  cuda: "cuda",
  javascript: "javascript js js2 javascriptreact jsx",
  typescript: "typescript",
  tsx: "tsx typescriptreact",
  python: "python python3 bzl",
  rust: "rust",
  go: "go",
  java: "java",
  csharp: "cs csharp",
  kotlin: "kotlin",
  scala: "scala",
  ruby: "ruby enh-ruby",
  php: "php",
  lua: "lua",
  bash: "sh bash zsh shell-script",
  haskell: "haskell",
  ocaml: "ocaml caml tuareg",
  julia: "julia",
  zig: "zig",
  solidity: "solidity",
  json: "json jsonc",
  yaml: "yaml",
  toml: "toml conf-toml",
  html: "html xhtml mhtml",
  css: "css",
  make: "make makefile makefile-gmake gnumakefile",
});
