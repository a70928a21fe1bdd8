/** Verilog and SystemVerilog. */
import type { ContentTest, LanguageDefinition } from "../definition.ts";

/** Coq and V have files of the same name; a macro may stand for the name of a module. */
const isVerilog: ContentTest = (text) =>
  /^[ \t]*(?:\(\*.*\*\)[ \t]*)?(?:(?:macro)?module|interface|package|program|primitive|class)\s+(?:automatic\s+|static\s+)?[\w\\`$]+\s*(?:[#(;]|import|extends)/m.test(
    text,
  ) ||
  /^[ \t]*`(?:timescale|define|ifdef|ifndef|include|default_nettype)\b/m.test(text) ||
  /^[ \t]*(?:endmodule|endfunction|endtask|endpackage|endclass)\b/m.test(text);

export const verilog: LanguageDefinition = {
  name: "verilog",
  extensions: "vh sv svh",
  doubtfulExtensions: { v: isVerilog },
  modes: "verilog systemverilog",
  features: [
    [5, /^[ \t]*endmodule\b/m],
    [3, /^[ \t]*module[ \t]+\w+[ \t]*(?:#[ \t]*)?[(;]/m],
    [3, /^[ \t]*always[ \t]*@|\balways_(?:ff|comb|latch)\b/m],
    [2, /^[ \t]*(?:input|output|inout|wire|reg|logic)\b.*\[.+:.+\].*[;,]/m],
    [1, /\b\d+'s?[bdh][\da-fxz_]+\b/],
  ],
  grammar: () => import("./parser.ts").then(({ verilogParser }) => verilogParser),
  neutral: "module m; endmodule",
  traits: {
    statementEnd: ";",
    stands: ["a", "0"],
    fillers: { concatenation: "1'b0" },
    kinds: { attribute: ["attribute_instance"] },
  },
};
