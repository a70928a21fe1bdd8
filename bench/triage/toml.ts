/** go-toml, in Go. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { aName, aNumber, CHANNEL, type PlantedProgram, words } from "./program.ts";

const MAIN = `package main

import (
	"fmt"
	"os"
	"runtime/debug"

	toml "github.com/pelletier/go-toml"
)

func main() {
	debug.SetMaxStack(1 << 20)
	tree, err := toml.LoadFile(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(len(tree.Keys()))
}
`;

const PLANTED = `package toml

import (
	"fmt"
	"os"
	"strings"
)

func planted(bug int) {
	if log, err := os.OpenFile(os.Getenv("${CHANNEL}"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0644); err == nil {
		fmt.Fprintln(log, bug)
		log.Close()
	}
}

func countDots(key string) int { return strings.Count(key, ".") }

func (p *tomlParser) openLists() bool {
	if p.flowIdx < 3 {
		return false
	}
	for _, tok := range p.flow[p.flowIdx-3 : p.flowIdx] {
		if tok.typ != tokenLeftBracket {
			return false
		}
	}
	return true
}

func (p *tomlParser) forEver(depth int) interface{} { return []interface{}{p.forEver(depth + 1)} }
`;

export const toml: PlantedProgram = {
  name: "go-toml",
  extension: ".toml",
  call: (bug) => `planted(${bug})`,
  bugs: [
    {
      about: "a binary number reads behind its digits",
      file: "lexer.go",
      find: "case 'b':\n\t\t\t\tisValidRune = isValidBinaryRune",
      put: "\n\t\t\t\tBUG\n\t\t\t\t_ = l.input[len(l.input)+int(r)]",
      trigger: (random) => `${aName(random)} = 0b1${random.below(2)}0`,
    },
    {
      about: "an octal number is looked up in no map",
      file: "lexer.go",
      find: "case 'o':\n\t\t\t\tisValidRune = isValidOctalRune",
      put: "\n\t\t\t\tBUG\n\t\t\t\tvar digits map[rune]int\n\t\t\t\tdigits[r] = 8",
      trigger: (random) => `${aName(random)} = 0o7${random.below(8)}`,
    },
    {
      about: "a comment after two hashes follows no pointer",
      file: "lexer.go",
      find: "func (l *tomlLexer) lexComment(previousState tomlLexStateFn) tomlLexStateFn {",
      put: '\n\tif l.follow("##") {\n\t\tBUG\n\t\tvar none *tomlLexer\n\t\tnone.line++\n\t}',
      trigger: (random) => `## ${words(random, 5)}`,
    },
    {
      about: "an empty literal string has no first character",
      file: "lexer.go",
      find: "if l.follow(terminator) {\n\t\t\treturn sb.String(), nil\n\t\t}\n\n\t\tnext := l.peek()",
      put: "\n\t\tif next == '@' {\n\t\t\tBUG\n\t\t\tvar first []rune\n\t\t\tsb.WriteRune(first[0])\n\t\t}",
      trigger: (random) => `${aName(random)} = '${aName(random)}@${aName(random)}'`,
    },
    {
      about: "a key of four parts is converted to the wrong type",
      file: "keysparsing.go",
      find: 'if len(key) == 0 {\n\t\treturn nil, errors.New("empty key")\n\t}',
      put: "\n\tif countDots(key) == 3 {\n\t\tBUG\n\t\tvar any interface{} = key\n\t\t_ = any.(int)\n\t}",
      trigger: (random) => `${aName(random)}.${aName(random)}.${aName(random)}.${aName(random)} = ${aNumber(random)}`,
    },
    {
      about: "a list of lists of lists waits for ever",
      file: "parser.go",
      find: "func (p *tomlParser) parseArray() interface{} {",
      put: "\n\tif p.openLists() {\n\t\tBUG\n\t\t<-make(chan int)\n\t}",
      trigger: (random) => `${aName(random)} = [[[${aNumber(random)}], []], []]`,
    },
    {
      about: "an inline table with a comma too many slices backward",
      file: "parser.go",
      find: "tree.SetPath(parsedKey, value)\n\t\tcase tokenComma:",
      put: "\n\t\t\tif len(tree.values) > 3 {\n\t\t\t\tBUG\n\t\t\t\tlow := len(tree.values)\n\t\t\t\t_ = p.flow[low : low-2]\n\t\t\t}",
      trigger: (random) =>
        `${aName(random)} = { ${["a", "b", "c", "d", "e"].map((key) => `${key} = ${aNumber(random)}`).join(", ")} }`,
    },
    {
      about: "a table array in a table array divides by nothing",
      file: "parser.go",
      find: 'p.raiseError(key, "invalid table array key: %s", err)\n\t}',
      put: "\n\tif len(keys) > 1 {\n\t\tnone := len(keys) - len(keys)\n\t\tBUG\n\t\t_ = 7 / none\n\t}",
      trigger: (random) => `[[${aName(random)}.${aName(random)}]]\n${aName(random)} = ${aNumber(random)}`,
    },
    {
      about: "a negative infinity recurses without end",
      file: "parser.go",
      find: "if tok.val[0] == '-' {",
      put: "\n\t\t\tBUG\n\t\t\treturn p.forEver(1)",
      trigger: (random) => `${aName(random)} = -inf`,
    },
    {
      about: "a table whose name ends in 77 is made of too many parts",
      file: "parser.go",
      find: 'p.raiseError(key, "unexpected token %s, was expecting a table key", key)\n\t}',
      put: '\n\tif strings.HasSuffix(key.val, "x77") {\n\t\tsize := -len(key.val)\n\t\tBUG\n\t\t_ = make([]int, size)\n\t}',
      trigger: (random) => `[${aName(random)}x77]\n${aName(random)} = ${aNumber(random)}`,
    },
  ],
  pieces: [
    (random) => `${aName(random)}${random.below(100_000)} = ${aNumber(random)}`,
    (random) => `${aName(random)}${random.below(100_000)} = "${words(random, 5)}"`,
    (random) => `# ${words(random, 9)}`,
    (random) => `${aName(random)}${random.below(100_000)} = [${aNumber(random)}, ${aNumber(random)}]`,
    (random) => `${aName(random)}${random.below(100_000)} = { x = ${aNumber(random)}, y = "${aName(random)}" }`,
    (random) => `${aName(random)}${random.below(100_000)} = 1979-05-27T07:32:00Z`,
    (random) => `${aName(random)}${random.below(100_000)} = ${random.below(2) === 0 ? "true" : "false"}`,
    (random) => `[${aName(random)}t${random.below(100_000)}]\nkey = '${aName(random)}'`,
    (random) => `[[${aName(random)}l${random.below(100_000)}]]\n${aName(random)} = ${aNumber(random)}.5`,
    () => "",
  ],
  fetch(folder) {
    writeFileSync(join(folder, "go.mod"), "module fetched\n\ngo 1.18\n");
    const told = execFileSync("go", ["mod", "download", "-json", "github.com/pelletier/go-toml@v1.9.5"], {
      cwd: folder,
      encoding: "utf8",
    });
    const { Dir } = JSON.parse(told) as { Dir: string };
    for (const name of [
      "go.mod",
      "doc.go",
      "keysparsing.go",
      "lexer.go",
      "localtime.go",
      "marshal.go",
      "parser.go",
      "position.go",
      "token.go",
      "toml.go",
      "tomlpub.go",
      "tomltree_create.go",
      "tomltree_write.go",
      "tomltree_writepub.go",
    ])
      cpSync(join(Dir, name), join(folder, name));
    execFileSync("chmod", ["-R", "u+w", folder]);
    mkdirSync(join(folder, "load"), { recursive: true });
    writeFileSync(join(folder, "planted.go"), PLANTED);
    writeFileSync(join(folder, "load", "main.go"), MAIN);
  },
  build(folder) {
    execFileSync("go", ["build", "-o", "toml", "./load"], { cwd: folder, stdio: "inherit" });
    return [join(folder, "toml"), "{}"];
  },
};
