/** Shell scripts. */
import type { LanguageDefinition } from "../definition.ts";

export const bash: LanguageDefinition = {
  name: "bash",
  extensions: "sh bash zsh ksh bats ebuild command",
  fileNames:
    ".bashrc .bash_profile .bash_aliases .bash_logout .profile .zshrc .zshenv .zprofile .kshrc pkgbuild apkbuild .envrc",
  interpreters: "bash sh dash zsh ksh ash mksh bats",
  modes: "sh bash zsh shell-script",
  features: [
    [2, /^[ \t]*(?:if|while|until)[ \t]+(?:!?[ \t]*\[.*\]|\(\(.*\)\)).*;[ \t]*(?:then|do)\b/m],
    [2, /^set[ \t]+-[euxo]+/m],
    [2, /^[ \t]*(?:function[ \t]+)?[\w-]+[ \t]*\(\)[ \t]*\{[ \t]*$(?=[^]{0,2000}?"?\$\{?[\w@*#])/m],
    [2, /^[ \t]*esac\b|^[ \t]*fi[ \t]*$/m],
    [1, /"\$\{?\w+[}"]|"\$@"/],
  ],
  grammar: { package: "tree-sitter-bash", version: "0.25.1" },
  neutral: ":",
  comments: "hash",
  traits: { layout: "lines", fillers: { do_group: ":", compound_statement: ":" }, stands: [":", "a", "0"] },
};
