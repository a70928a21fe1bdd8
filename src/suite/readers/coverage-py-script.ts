/** What runs in Python to read coverage.py's data: kept as text, answers one line of JSON for each line of JSON. */

/**
 * A request is the folder of a run. The data are read by coverage.py's own class, raw: executed lines, arcs where branches were
 * measured, and functions of which a line of the body was executed.
 */
export const COVERAGE_PY_SCRIPT: string = `
import ast, glob, json, os, sys
import coverage
from coverage import CoverageData

parsed = {}

def functions_in(path):
    stat = os.stat(path)
    key = (path, stat.st_mtime_ns, stat.st_size)
    if key not in parsed:
        found = []
        def visit(root):
            stack = [(root, "")]
            while stack:
                node, prefix = stack.pop()
                for child in ast.iter_child_nodes(node):
                    inner = prefix
                    if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                        inner = prefix + child.name + "."
                        if not isinstance(child, ast.ClassDef):
                            found.append((inner[:-1], child.body[0].lineno, child.body[-1].end_lineno, child.lineno))
                    stack.append((child, inner))
        with open(path, "rb") as source:
            visit(ast.parse(source.read()))
        parsed[key] = found
    return parsed[key]

def files_in(folder):
    names = sorted(glob.glob(glob.escape(os.path.join(folder, ".coverage")) + "*"))
    result = {}
    for name in names:
        data = CoverageData(basename=name)
        data.read()
        for path in data.measured_files():
            entry = result.setdefault(path, {"lines": set(), "arcs": set(), "functions": set()})
            entry["lines"].update(data.lines(path) or [])
            entry["arcs"].update(data.arcs(path) or [])
    for path, entry in result.items():
        entry["time"] = os.stat(path).st_mtime if os.path.exists(path) else 0
        try:
            functions = functions_in(path)
        except (OSError, SyntaxError, ValueError):
            functions = []
        for name, first, last, line in functions:
            # The line of the definition itself is executed when the module is loaded.
            if any(first <= at <= last and at != line for at in entry["lines"]):
                entry["functions"].add(name)
        for key in ("lines", "arcs", "functions"):
            entry[key] = sorted(entry[key])
    written = min((os.stat(name).st_mtime for name in names), default=0)
    return {"count": len(names), "written": written, "files": result}

print(json.dumps({"version": coverage.__version__}), flush=True)
for request in sys.stdin:
    try:
        answer = files_in(json.loads(request))
    except Exception as error:
        answer = {"error": type(error).__name__ + ": " + str(error)}
    print(json.dumps(answer), flush=True)
`;
