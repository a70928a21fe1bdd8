/** HTML, and XML as far as it looks like it. */
import type { LanguageDefinition } from "../definition.ts";

export const html: LanguageDefinition = {
  name: "html",
  extensions: "html htm xhtml xht xml svg xsl xslt xsd plist rss",
  modes: "html xhtml mhtml",
  features: [
    [6, /^\s*(?:<!--[^]*?-->\s*)?<!doctype[ \t]+html\b/i],
    [5, /^\s*(?:<!--[^]*?-->\s*)?<(?:html|head|body)\b[^>]*>/i],
    [
      3,
      /^\s*<(?:div|p|table|script|form|svg|span|ul|h[1-6])\b[^>]*>[^]*<\/(?:div|p|table|script|form|svg|span|ul|h[1-6])>\s*$/i,
    ],
  ],
  grammar: { package: "tree-sitter-html", version: "0.23.2" },
  neutral: "<p></p>",
  comments: "markup",
  traits: { refersBy: "words", tags: true },
};
