import { expect, test } from "vitest";
import { isConfiguration } from "./configuration.ts";

test.each([
  "tsconfig.json",
  "packages/a/tsconfig.build.json",
  "eslint.config.mjs",
  ".eslintrc.json",
  "package.json",
  "Cargo.toml",
  "crates/x/Cargo.toml",
  "pyproject.toml",
  "go.mod",
  ".clang-tidy",
  "vite.config.ts",
])("%s decides what is checked", (path) => {
  expect(isConfiguration(path)).toBe(true);
});

test.each(["src/config.ts", "data.json", "main.rs", "config/app.toml", "src/rc.c", "README.md", "my-package.json"])(
  "%s does not",
  (path) => {
    expect(isConfiguration(path)).toBe(false);
  },
);
