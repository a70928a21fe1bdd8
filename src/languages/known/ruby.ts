/** Ruby. */
import type { LanguageDefinition } from "../definition.ts";

export const ruby: LanguageDefinition = {
  name: "ruby",
  extensions: "rb rake gemspec ru podspec jbuilder rbw",
  fileNames: "rakefile gemfile guardfile capfile vagrantfile podfile brewfile fastfile dangerfile .irbrc .pryrc",
  interpreters: "ruby jruby rbx",
  modes: "ruby enh-ruby",
  features: [
    [3, /^[ \t]*def[ \t]+(?:self\.)?[\w?!<]+(?:[ \t]*\(.*\))?[ \t]*$(?=[^]{0,2000}?^[ \t]*end\b)/m],
    [2, /^[ \t]*require(?:_relative)?[ \t]+["'][^"']+["'][ \t]*$/m],
    [2, /^[ \t]*(?:module|class)[ \t]+[A-Z][\w:]*(?:[ \t]*<[ \t]*[A-Z][\w:]*)?[ \t]*$(?=[^]{0,2000}?^[ \t]*end\b)/m],
    [2, /^[ \t]*attr_(?:reader|writer|accessor)[ \t]+:\w/m],
    [2, /\bdo[ \t]*\|[\w, *&]+\|[ \t]*$/m],
  ],
  grammar: { package: "tree-sitter-ruby", version: "0.23.1" },
  comments: "hash",
  traits: { layout: "lines" },
};
