/** Real translation units with a construct that crashes a compiler: a small program over real headers, preprocessed. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Recipe } from "./recipe.ts";

interface Planted {
  /** Of the program in `sources`, without its ending. */
  readonly source: string;
  /** g++-11, clang++-16, … */
  readonly compiler: string;
  readonly packages: readonly string[];
  readonly about: string;
  /** What the compiler must say, as grep's extended pattern. */
  readonly says: string;
  /** The crash comes after the front end. */
  readonly generates?: boolean;
}

const ICE = "internal compiler error: ";
/** A crash of clang, and the function in its stack dump. */
const crashIn = (name: string): string => `^ *#[0-9]+ .*${name}\\(`;

const PLANTED: readonly Planted[] = [
  {
    source: "pack-requires",
    compiler: "g++-11",
    packages: ["g++-11"],
    about: "g++ 11.3 stops in tsubst_pack_expansion on a fold over requires-expressions with lambdas, in a lambda.",
    says: `${ICE}in tsubst_pack_expansion`,
  },
  {
    source: "template-template",
    compiler: "g++-12",
    packages: ["g++-12"],
    about: "g++ 12.2 stops in its parser on a lambda with a constrained template template parameter.",
    says: `${ICE}in cp_parser_placeholder_type_specifier`,
  },
  {
    source: "deduction-guide",
    compiler: "g++-12",
    packages: ["g++-12", "libboost-dev"],
    about: "g++ 12.2 crashes on a deduction guide with a lambda whose template parameters are a pack of the guide.",
    says: `${ICE}Segmentation fault`,
  },
  {
    source: "friend-requires",
    compiler: "g++-11",
    packages: ["g++-11"],
    about: "g++ 11.3 crashes on friends with a compound requirement in sizeof in their requires-clause.",
    says: `${ICE}Segmentation fault`,
  },
  {
    source: "lambda-default",
    compiler: "g++-12",
    packages: ["g++-12"],
    about: "g++ 12.2 crashes on a lambda as default argument of a lambda in a default template argument.",
    says: `${ICE}Segmentation fault`,
  },
  {
    source: "nested-constraint",
    compiler: "clang++-14",
    packages: ["clang-14", "libstdc++-12-dev"],
    about: "clang 14 crashes on a constrained member of a constrained nested class template, defined outside.",
    says: crashIn("EvaluateAsConstantExpr"),
  },
  {
    source: "pack-alias",
    compiler: "clang++-14",
    packages: ["clang-14", "libstdc++-12-dev", "libboost-dev"],
    about: "clang 14 crashes when it generates code for a lambda with a fold in an alias template.",
    says: crashIn("EmitReturnBlock"),
    generates: true,
  },
  {
    source: "range-alias",
    compiler: "clang++-16",
    packages: ["clang-16", "libstdc++-12-dev", "libboost-dev"],
    about: "clang 16 crashes on a range-based for over a braced list in a lambda of an alias template.",
    says: crashIn("getTypeInfoImpl"),
    generates: true,
  },
  {
    source: "capture",
    compiler: "clang++-16",
    packages: ["clang-16", "libstdc++-12-dev"],
    about: "clang 16 crashes on nested generic lambdas that capture, in an alias template that is expanded in a pack.",
    says: "PLEASE submit a bug report",
  },
  {
    source: "requires-alias",
    compiler: "clang++-16",
    packages: ["clang-16", "libstdc++-12-dev"],
    about: "clang 16 crashes when it generates code for a fold over requires-expressions in an alias template.",
    says: crashIn("isIntegerTy"),
    generates: true,
  },
];

/** gcc12 for g++-12, clang16 for clang++-16. */
const short = (compiler: string): string => compiler.replace(/^g\+\+-/, "gcc").replace("++-", "");

const recipeOf = ({ source, compiler, packages, about, says, generates = false }: Planted): Recipe => {
  const quiet = compiler.startsWith("clang") ? ["-fno-crash-diagnostics"] : [];
  const stage = generates ? ["-c", "-o", "program.o"] : ["-fsyntax-only"];
  const file = `${source}.cc`;
  const command = ["timeout 20", compiler, "-std=c++20", "-w", ...quiet, ...stage, file].join(" ");
  return {
    name: `cpp-${short(compiler)}-${source}`,
    file,
    packages,
    about,
    script: `${command} 2>&1 | grep -qE '${says}'`,
    make: (path) => {
      const program = fileURLToPath(new URL(`sources/${file}`, import.meta.url));
      execFileSync(compiler, ["-std=c++20", "-E", "-P", program, "-o", path]);
    },
  };
};

export const planted: readonly Recipe[] = PLANTED.map(recipeOf);
