#!/usr/bin/env python3
"""A pass for pare: offers to take the type annotations out of a Python file, one by one."""
import ast, itertools, json, sys

source = open(sys.argv[1], "rb").read()
starts = [0, *itertools.accumulate(len(line) for line in source.splitlines(keepends=True))]
end_of = lambda node: starts[node.end_lineno - 1] + node.end_col_offset  # Python counts bytes, and so does pare

print(json.dumps({"protocol": 1, "name": "annotations"}))
try:
    tree = ast.parse(source)
except SyntaxError:
    sys.exit()  # nothing to offer
for node in ast.walk(tree):
    hint = getattr(node, "annotation", None) or getattr(node, "returns", None)
    if hint and getattr(node, "value", True):  # "x: int" without a value would be another statement
        sign = b"->" if hasattr(node, "returns") else b":"
        before = source[: starts[hint.lineno - 1] + hint.col_offset]
        start = len(before[: before.rindex(sign)].rstrip())
        print(json.dumps({"edits": [{"start": start, "end": end_of(hint)}]}))
