/** What is likely to matter comes first: code before settings, papers, tests, and what is made of code. */

/** The first row that matches decides. */
const TABLE: readonly (readonly [rank: number, pattern: RegExp])[] = [
  // Made by programs.
  [4, /(?:^|\/)(?:dist|build|out|bundles?|umd|coverage|node_modules|vendor|third_party|__generated__)\//i],
  [4, /\.(?:map|min\.\w+|bundle\.\w+|lock|snap|log)$/i],
  [4, /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum)$/i],
  // Tests.
  [3, /(?:^|\/)(?:tests?|specs?|__tests__|__mocks__|testdata|fixtures?|e2e|bench(?:marks?)?|examples?|demos?)\//i],
  [3, /[._-](?:test|tests|spec|bench)\.\w+$|(?:^|\/)test_[^/]*\.py$/i],
  // For people.
  [2, /(?:^|\/)(?:docs?|documentation|man)\//i],
  [
    2,
    /(?:^|\/)(?:readme|changes|changelog|changelist|history|news|licen[cs]e|copying|authors|contributing|security|notice)[^/]*$/i,
  ],
  [2, /\.(?:md|markdown|rst|adoc|txt|html?|svg|png|jpe?g|gif|pdf)$/i],
  // Settings of tools.
  [1, /(?:^|\/)\.[^/]*(?:\/|$)/],
  [1, /\.(?:jsonc?|json5|ya?ml|toml|ini|cfg|conf|config|properties|xml|plist|editorconfig|env)$/i],
  [1, /(?:^|\/)[^/]*\.config\.\w+$/i],
];

const rankOf = (path: string): number => TABLE.find(([, pattern]) => pattern.test(path))?.[0] ?? 0;

/** Compares paths: by what they are, then by name. */
export const byImportance = (a: string, b: string): number => rankOf(a) - rankOf(b) || (a < b ? -1 : a > b ? 1 : 0);
