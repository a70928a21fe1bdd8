"""A warm oracle in Python: does the program still parse, and does it still call eval?"""
import ast
import json
import sys


def outcome_of(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            tree = ast.parse(file.read())
    except (SyntaxError, ValueError):
        return "unresolved"
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return "fail" if any(isinstance(f, ast.Name) and f.id == "eval" for f in calls) else "pass"


for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"id": question["id"], "outcome": outcome_of(question["path"])}), flush=True)
