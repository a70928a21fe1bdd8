"""Reads lines of figures and sums them up."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field

PATTERN = re.compile(r"^(\w+)\s*[=:(]\s*(-?\d+)")


@dataclass(frozen=True)
class Figure:
    name: str
    value: int = 0
    tags: list[str] = field(default_factory=list)

    def doubled(self) -> "Figure":
        return Figure(self.name, self.value * 2, [*self.tags, "doubled"])


class Account:
    """Keeps figures by name."""

    def __init__(self, *figures: Figure, strict: bool = False, **options: object) -> None:
        self.figures = {figure.name: figure for figure in figures}
        self.strict = strict
        self.options = options

    def read(self, lines):
        for number, line in enumerate(lines, start=1):
            match = PATTERN.match(line)
            if match is None:
                if self.strict:
                    raise ValueError(f"line {number}: {line!r} isn't a \"figure\" (")
                continue
            name, value = match.groups()
            self.figures[name] = Figure(name, int(value))
        else:
            yield from sorted(self.figures.values(), key=lambda each: each.value)


def main(arguments: list[str]) -> int:
    account = Account(Figure("start", 1), strict="-s" in arguments)
    try:
        with open(arguments[0], encoding="utf-8") as source:
            for figure in account.read(source):
                print(figure.doubled(), end="]\n")
    except (OSError, IndexError) as problem:
        print('can\'t read:', problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
