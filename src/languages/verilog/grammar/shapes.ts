/** Which children of which nodes are lists, and which may be missing. */
import type { KindShape, ListShape } from "../../syntax.ts";

const EXPRESSIONS =
  "binary_expression unary_expression conditional_expression parenthesized concatenation replication pattern select call hierarchical cast stray identifier system_task macro number string_literal null this super new $";
const STATEMENTS =
  "seq_block if_statement case_statement loop_statement timed_statement expression_statement jump_statement procedural_assign assertion empty_statement declaration parameter_declaration port_declaration typedef directive macro_definition macro_item opaque_block";
const ITEMS = `${STATEMENTS} module_declaration routine_declaration generate_region simple_item continuous_assign process instantiation`;
const TYPE_WORDS = "signed unsigned automatic static const scalared vectored reg logic wire var";

const list = (items: string, separator?: string): ListShape => ({
  items: new Set(items.split(" ")),
  least: 0,
  ...(separator !== undefined && { separator }),
});

const shape = (lists: readonly ListShape[], optional = ""): KindShape => ({
  lists,
  optional: new Set(optional.split(" ").filter((word) => word !== "")),
});

export const SHAPES: ReadonlyMap<string, KindShape> = new Map(
  Object.entries({
    source_file: shape([list(ITEMS)]),
    module_declaration: shape([list(ITEMS)], "parameter_ports port_list label automatic"),
    generate_region: shape([list(ITEMS)]),
    seq_block: shape([list(ITEMS)], "label"),
    routine_declaration: shape([list(STATEMENTS)], `range label ${TYPE_WORDS}`),
    parameter_ports: shape([list("port", ",")]),
    port_list: shape([list("port port_reference", ",")]),
    port: shape([], `range ${TYPE_WORDS}`),
    port_declaration: shape([list("declarator", ",")], `range delay ${TYPE_WORDS}`),
    declaration: shape(
      [list("declarator", ",")],
      "range delay signed unsigned automatic static const scalared vectored stray",
    ),
    parameter_declaration: shape([list("declarator", ",")], "range signed integer"),
    struct_type: shape([list("declaration")], "packed signed unsigned"),
    enum_type: shape([], "range logic reg bit int integer"),
    continuous_assign: shape([list("assignment", ",")], "delay stray"),
    process: shape([]),
    instantiation: shape([list("instance", ",")], "parameter_values stray"),
    instance: shape([], "range"),
    parameter_values: shape([list(`named_connection ${EXPRESSIONS}`, ",")]),
    connections: shape([list(`named_connection .* ${EXPRESSIONS}`, ",")]),
    named_connection: shape([], EXPRESSIONS),
    if_statement: shape([], "else_clause"),
    case_statement: shape([list("case_item")], "inside"),
    case_item: shape([list(EXPRESSIONS, ",")]),
    assignment: shape([], "delay event_control"),
    event_control: shape([list("event_expression", "or")]),
    event_expression: shape([], "posedge negedge edge"),
    concatenation: shape([list(`enumerator selector ${EXPRESSIONS}`, ",")]),
    pattern: shape([list(`pattern_entry ${EXPRESSIONS}`, ",")]),
    argument_list: shape([list(`named_argument event_expression ${EXPRESSIONS}`, ",")]),
    jump_statement: shape([], EXPRESSIONS),
    assertion: shape([], "else_clause"),
  }),
);
