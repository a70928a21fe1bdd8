/** Files that decide what a tool checks, by their names: without them it checks something else, or something else is wrong. */

/** Configuration files that have one name each. */
const NAMES: ReadonlySet<string> = new Set(
  (
    "package.json jsconfig.json deno.json deno.jsonc biome.json biome.jsonc tslint.json composer.json nx.json lerna.json turbo.json " +
    "pyproject.toml setup.cfg setup.py tox.ini mypy.ini pytest.ini conftest.py ruff.toml .flake8 .pylintrc .coveragerc " +
    "Cargo.toml clippy.toml rustfmt.toml rust-toolchain rust-toolchain.toml go.mod go.work pom.xml Gemfile Package.swift " +
    "CMakeLists.txt CMakePresets.json meson.build Makefile makefile GNUmakefile configure.ac BUILD BUILD.bazel WORKSPACE MODULE.bazel " +
    "compile_commands.json compile_flags.txt .clang-tidy .clang-format .editorconfig .npmrc .env stack.yaml dune-project mix.exs"
  ).split(" "),
);

/** "tsconfig.build.json", "eslint.config.mjs", ".eslintrc.json", ".prettierrc", "build.gradle.kts", "app.csproj" */
const PATTERN =
  /^(?:tsconfig[\w.-]*\.json|[\w-]+\.config\.\w+|\.[\w-]+rc(?:\.\w+)?|(?:build|settings)\.gradle(?:\.kts)?|Directory\.Build\.\w+|[\w.-]+\.(?:csproj|fsproj|vbproj|sln|cabal|gemspec))$/;

export const isConfiguration = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return NAMES.has(name) || PATTERN.test(name);
};
