/** LLVM's assembly. */
import type { LanguageDefinition } from "../definition.ts";

export const llvm: LanguageDefinition = {
  name: "llvm",
  extensions: "ll",
  modes: "llvm llvm-mode",
  features: [
    [5, /^(?:define|declare) [^\n]*@[-\w$."]+\(/m],
    [3, /^target (?:triple|datalayout) = "/m],
    [3, /^[ \t]+(?:%[-\w$.]+ = )?(?:load|store|getelementptr|icmp|br|alloca) [^\n]*[%@]/m],
    [2, /^[@!%][-\w$.]+ = [^\n]*(?:global|constant|!\{|type)/m],
    [1, /^attributes #\d+ = \{/m],
  ],
  grammar: () => import("./language.ts").then(({ llvmLanguage }) => llvmLanguage),
  binary: {
    called: "LLVM bitcode",
    signatures: [
      [0x42, 0x43, 0xc0, 0xde],
      [0xde, 0xc0, 0x17, 0x0b],
    ],
    disassembler: "llvm-dis",
    assembler: "llvm-as",
    words: ["-o", "-", "-"],
  },
  neutral: "define void @f() {\n  ret void\n}",
  comments: "semicolon",
  traits: { layout: "lines", kinds: { comment: ["comment"] } },
};
