/** The words and signs of Verilog and SystemVerilog, and the kinds of nodes that trees are made of. */
import { Vocabulary } from "../../tree-writer.ts";

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

export const DIRECTIONS = setOf("input output inout ref");
/** What declares something that wires connect. */
export const NETS = setOf("wire tri tri0 tri1 wand wor triand trior trireg uwire supply0 supply1 interconnect");
export const VARIABLES = setOf(
  "reg logic bit byte shortint int longint integer time realtime real shortreal string chandle event genvar var void",
);
/** What says more about a declaration. */
export const QUALIFIERS = setOf(
  "signed unsigned automatic static const virtual protected local rand randc scalared vectored extern pure",
);
export const GATES = setOf(
  "and nand or nor xor xnor not buf bufif0 bufif1 notif0 notif1 nmos pmos cmos rnmos rpmos rcmos tran tranif0 tranif1 rtran rtranif0 rtranif1 pullup pulldown",
);
export const STRENGTHS = setOf(
  "strong0 strong1 pull0 pull1 weak0 weak1 highz0 highz1 small medium large supply0 supply1",
);
export const PROCESSES = setOf("always always_ff always_comb always_latch initial final");

/** What has items up to a word of its own, by the word that begins it. */
export const DESIGN_UNITS: Readonly<Record<string, string>> = {
  module: "endmodule",
  macromodule: "endmodule",
  interface: "endinterface",
  program: "endprogram",
  package: "endpackage",
  class: "endclass",
  checker: "endchecker",
};
export const ROUTINES: Readonly<Record<string, string>> = { function: "endfunction", task: "endtask" };
/** What is not taken apart, by the word that begins it. */
export const OPAQUE: Readonly<Record<string, string>> = {
  specify: "endspecify",
  primitive: "endprimitive",
  table: "endtable",
  covergroup: "endgroup",
  property: "endproperty",
  sequence: "endsequence",
  clocking: "endclocking",
  config: "endconfig",
  randsequence: "endsequence",
};
/** What begins an item that ends with its semicolon, and is not taken apart. */
export const SIMPLE_ITEMS = setOf(
  "import export modport defparam alias bind timeunit timeprecision default nettype specparam constraint assert assume cover restrict",
);
/** Words that older designs have as names. */
export const SOFT = setOf(
  "do ref final checker program property sequence config unique priority cover restrict alias bind local pure rand with class package break continue tagged void var byte bit logic string int new expect type union",
);
export const CASES = setOf("case casez casex");
export const LOOPS = setOf("for foreach while repeat forever");

const ENDS =
  "end endcase endgenerate join join_any join_none generate " +
  [DESIGN_UNITS, ROUTINES, OPAQUE].flatMap((each) => [...Object.keys(each), ...Object.values(each)]).join(" ");

/** What ends a list of items or statements, whichever. */
export const CLOSING = setOf(
  `end endcase endgenerate join join_any join_none ${[DESIGN_UNITS, ROUTINES, OPAQUE].flatMap((each) => Object.values(each)).join(" ")}`,
);

const OTHER_WORDS =
  "begin fork if else iff do inside matches unique unique0 priority wait wait_order return break continue disable with " +
  "posedge negedge edge assign deassign force release parameter localparam typedef enum struct union packed tagged extends implements new this super null type";

export const KEYWORDS: ReadonlySet<string> = new Set(
  [
    ...[DIRECTIONS, NETS, VARIABLES, QUALIFIERS, GATES, STRENGTHS, PROCESSES, SIMPLE_ITEMS, LOOPS, CASES].flatMap(
      (each) => [...each],
    ),
    ...ENDS.split(" "),
    ...OTHER_WORDS.split(" "),
  ].toSorted(),
);

const SIGNS =
  "<<<= >>>= === !== ==? !=? <<< >>> <-> <<= >>= ->> |-> |=> &&& ** == != <= >= && || << >> -> +: -: ++ -- += -= *= /= %= &= |= ^= ~& ~| ~^ ^~ " +
  ":: := :/ ... .* '{ => *> ## ( ) [ ] { } ; , . : ? = + - * / % & | ^ ~ ! < > @ # ' $ ` \\";

/** The longest first. */
export const OPERATORS: readonly string[] = SIGNS.split(" ").toSorted((a, b) => b.length - a.length);

const NAMED =
  "source_file module_declaration routine_declaration generate_region opaque_block simple_item " +
  "parameter_ports port_list port port_reference port_declaration declaration parameter_declaration typedef " +
  "declarator range struct_type enum_type enumerator continuous_assign assignment process instantiation instance " +
  "parameter_values connections named_connection macro_item " +
  "seq_block if_statement else_clause case_statement case_item loop_statement timed_statement event_control event_expression delay " +
  "expression_statement jump_statement procedural_assign assertion empty_statement for_header condition " +
  "binary_expression unary_expression conditional_expression parenthesized concatenation replication pattern pattern_entry " +
  "select selector call argument_list named_argument hierarchical cast call_of_macro stray " +
  "identifier system_task macro number string_literal comment attribute_instance directive loose_directive " +
  "macro_definition macro_body directive_word label";

export const VOCABULARY = new Vocabulary({
  named: NAMED,
  tokens: [...KEYWORDS, ...OPERATORS, '"'].join(" "),
  fields: "name value left right condition body type base",
  extras: "comment attribute_instance loose_directive",
});
