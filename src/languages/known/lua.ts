/** Lua. */
import type { LanguageDefinition } from "../definition.ts";

export const lua: LanguageDefinition = {
  name: "lua",
  extensions: "lua rockspec wlua",
  fileNames: ".luacheckrc",
  interpreters: "lua luajit texlua",
  modes: "lua",
  features: [
    [3, /^[ \t]*(?:local[ \t]+)?function[ \t]+[\w.:]+[ \t]*\([\w, .]*\)[ \t]*$(?=[^]{0,2000}?^[ \t]*end\b)/m],
    [2, /^[ \t]*local[ \t]+\w+(?:[ \t]*,[ \t]*\w+)*[ \t]*=[ \t]*\S/m],
    [2, /^[ \t]*(?:if|elseif)\b.*\bthen[ \t]*$(?=[^]{0,2000}?^[ \t]*end\b)/m],
    [1, /~=|\bipairs\(|\bsetmetatable\(/],
  ],
  grammar: { package: "@tree-sitter-grammars/tree-sitter-lua", version: "0.4.1" },
  neutral: "do end",
  comments: "dashes",
  traits: { layout: "lines" },
};
