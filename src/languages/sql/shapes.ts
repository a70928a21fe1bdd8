/** Which parts are lists, and which may be missing. */
import type { Language } from "../syntax.ts";

/** Everything that has a value. */
const VALUES =
  "identifier qualified star string number parameter null boolean default typed_literal interval binary unary between postfix cast call exists subquery " +
  "parenthesized list struct row subscript case";

const list = (items: string, separator?: string, least: 0 | 1 = 0) => ({
  items: new Set(items.split(" ")),
  least,
  ...(separator !== undefined && { separator }),
});

const shape = (lists: readonly ReturnType<typeof list>[], optional = "") => ({
  lists,
  optional: new Set(optional.split(" ")),
});

export const SHAPES: Language["shapes"] = new Map(
  Object.entries({
    script: shape([list("statement", ";")]),
    block: shape([list("statement", ";")]),
    statement: shape([list("explain")]),
    query: shape([], "with_clause order_by limit_clause tail option"),
    select: shape([], "distinct from_clause where_clause group_by having_clause window_clause qualify_clause option"),
    with_clause: shape([list("cte", ",", 1)]),
    select_list: shape([list("select_item", ",", 1)]),
    select_item: shape([], "alias option"),
    table_ref: shape([], "alias option"),
    from_clause: shape([list("table_ref joined", ",", 1)]),
    joined: shape([list("join_tail")]),
    join_tail: shape([], "on_clause"),
    group_by: shape([list(VALUES, ",", 1)]),
    order_by: shape([list("order_term", ",", 1)]),
    order_term: shape([], "option"),
    window_clause: shape([list("window", ",", 1)]),
    values_clause: shape([list("row", ",", 1)]),
    returning_clause: shape([list("select_item", ",", 1)]),
    insert: shape([], "with_clause option column_list on_conflict returning_clause"),
    update: shape([], "with_clause option from_clause where_clause order_by limit_clause returning_clause"),
    delete: shape([], "with_clause from_clause where_clause order_by limit_clause returning_clause"),
    set_clause: shape([list("assignment", ",", 1)]),
    on_conflict: shape([], "where_clause"),
    create_table: shape([], "option"),
    create_view: shape([], "option column_list"),
    create_index: shape([], "option where_clause"),
    create_trigger: shape([], "option timing where_clause"),
    create_other: shape([], "option"),
    drop: shape([], "option"),
    column_defs: shape([list("column_def table_constraint", ",", 1)]),
    column_def: shape([list("constraint")], "type"),
    call: shape([], "filter_clause over_clause option"),
    arguments: shape([list(VALUES, ",")], "distinct order_by limit_clause option"),
    over_clause: shape([], "group_by order_by frame identifier"),
    list: shape([list(`${VALUES} pair`, ",")]),
    struct: shape([list(`${VALUES} pair`, ",")]),
    case: shape([list("when_clause")], "else_clause"),
  }),
);
