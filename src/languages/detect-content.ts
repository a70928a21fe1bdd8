/** What the content says of the language: telling features with weights; only a clear lead counts. */

type Feature = readonly [weight: number, pattern: RegExp];

/** Each is counted once. Lines of prose and logs must match nothing that weighs much. */
const FEATURES: Readonly<Record<string, readonly Feature[]>> = {
  c: [
    [3, /^[ \t]*#[ \t]*include[ \t]*[<"]/m],
    [2, /^[ \t]*#[ \t]*(?:define|ifdef|ifndef|pragma)[ \t]+\w/m],
    [2, /^(?:int|void)[ \t]+main[ \t]*\(.*\)?[ \t]*\{?[ \t]*$/m],
    [1, /^[ \t]*typedef[ \t]+(?:struct|enum|union|unsigned|int)\b/m],
    [1, /^(?:static|extern|const|unsigned|struct)[ \t]+[\w* \t]+\(.*[{;,][ \t]*$/m],
  ],
  cpp: [
    [2, /^[ \t]*#[ \t]*include[ \t]*<(?:iostream|vector|string|memory|algorithm|map|utility|cstd\w+|type_traits)>/m],
    [3, /^[ \t]*template[ \t]*<(?:typename|class|int|auto|>|[A-Z])/m],
    [3, /\bstd::\w+/],
    [2, /^[ \t]*(?:inline[ \t]+)?namespace(?:[ \t]+[\w:]+)?[ \t]*\{/m],
    [
      2,
      /^[ \t]*(?:class|struct)[ \t]+\w+(?:[ \t]+final)?(?:[ \t]*:[ \t]*(?:public|private)[ \t]+\w+.*)?[ \t]*\{.*\n(?:.*\n){0,12}?[ \t]*(?:public|private|protected):/m,
    ],
    [2, /\b(?:static_cast|dynamic_cast|const_cast|reinterpret_cast)</],
    [2, /^[ \t]*using[ \t]+(?:namespace[ \t]+\w+|\w+(?:::\w+)+|\w+[ \t]*=[ \t]*[\w:<>]+);/m],
  ],
  cuda: [
    [4, /\b__global__[ \t]+void\b|\b__device__[ \t]+\w|<<<.{1,200}>>>[ \t]*\(/],
    [2, /\b(?:cuda_runtime\.h|cudaMalloc\w*|threadIdx\.[xyz])\b/],
  ],
  objc: [
    [4, /^[ \t]*@(?:interface|implementation|protocol)[ \t]+\w+/m],
    [3, /^[ \t]*#[ \t]*import[ \t]*[<"]/m],
    [2, /^[ \t]*[-+][ \t]*\([\w *<>]+\)[ \t]*\w+/m],
  ],
  javascript: [
    [3, /^(?:export[ \t]+)?(?:async[ \t]+)?function\*?[ \t]+\w+[ \t]*\([\w, ={}[\].]*\)[ \t]*\{/m],
    [2, /^(?:export[ \t]+)?(?:const|let)[ \t]+(?:\w+|\{[^}\n]*\}|\[[^\]\n]*\])[ \t]*=[ \t]*\S/m],
    [3, /^import[ \t]+(?:[\w*{][^;'"\n]*[ \t]from[ \t]+)?["'][^"'\n]+["'];?[ \t]*$/m],
    [3, /\brequire\(["'][^"'\n]+["']\)[;,.)]|^"use strict";|\bmodule\.exports\b/m],
    [2, /=>[ \t]*[{(\w]/],
    [1, /\bconsole\.(?:log|error)\(|\bdocument\.\w+\(/],
    [1, /[!=]==/],
  ],
  typescript: [
    [3, /^(?:export[ \t]+)?(?:declare[ \t]+)?interface[ \t]+\w+(?:<.*>)?(?:[ \t]+extends[ \t]+.*)?[ \t]*\{/m],
    [2, /^(?:export[ \t]+)?type[ \t]+\w+(?:<.*>)?[ \t]*=[ \t]*\S/m],
    [2, /\b\w+\??:[ \t]*(?:string|number|boolean|unknown|void|readonly[ \t]+\w+)\b(?:\[\])?[ \t]*[;,)=|]/],
    [2, /^import[ \t]+type[ \t]/m],
  ],
  tsx: [[3, /(?:return|=>|\()\s*(?:\(\s*)?<[A-Za-z][\w.]*(?:[ \t][^<>\n]*)?\/?>/]],
  python: [
    [3, /^[ \t]*(?:async[ \t]+)?def[ \t]+\w+[ \t]*\([^\n]*\)(?:[ \t]*->[^\n]*)?:[ \t]*(?:#.*)?\n[ \t]+\S/m],
    [3, /^[ \t]*class[ \t]+\w+(?:\([\w., =]*\))?:[ \t]*(?:#.*)?\n[ \t]+\S/m],
    [2, /^from[ \t]+[\w.]+[ \t]+import[ \t]+[\w(*]/m],
    [1, /^import[ \t]+\w+(?:\.\w+)*(?:[ \t]+as[ \t]+\w+)?[ \t]*$/m],
    [3, /^if[ \t]+__name__[ \t]*==/m],
    [1, /^[ \t]+(?:elif[ \t].*|except.*|try|else|finally):[ \t]*$/m],
  ],
  rust: [
    [
      3,
      /^[ \t]*(?:pub(?:\(\w+\))?[ \t]+)?(?:unsafe[ \t]+|async[ \t]+|const[ \t]+)*fn[ \t]+\w+(?:<[^>\n]*>)?\([^\n]*\)(?:[ \t]*->[^\n{]+)?[ \t]*(?:\{|where\b|$)/m,
    ],
    [3, /^[ \t]*impl(?:<[^>\n]*>)?[ \t]+[\w:<>', &]+\{/m],
    [3, /^[ \t]*#!?\[(?:derive|cfg|allow|test|feature|inline)\b/m],
    [2, /^[ \t]*use[ \t]+(?:std|crate|super|core|self|\w+)::[\w:{}*, ]+;/m],
    [2, /\blet[ \t]+mut[ \t]+\w/],
    [1, /\b(?:println|format|vec|panic|assert_eq)!\s*[([]/],
  ],
  go: [
    [4, /^package[ \t]+\w+[ \t]*$(?=[^]{0,2000}?^(?:func|import|type|var|const)\b)/m],
    [3, /^func[ \t]+(?:\(\w+[ \t]+\*?\w+(?:\[\w+\])?\)[ \t]*)?\w+(?:\[[^\]\n]*\])?\([^\n]*\)[^\n{]*\{/m],
    [1, /:=[ \t]*\S/],
    [2, /^import[ \t]+(?:\(\s*$|"[\w./-]+"$)/m],
  ],
  java: [
    [
      3,
      /^[ \t]*(?:public|private|protected)[ \t]+(?:(?:static|final|abstract|sealed)[ \t]+)*(?:class|interface|enum|record)[ \t]+\w+[^;\n]*\{?[ \t]*$/m,
    ],
    [3, /^import[ \t]+(?:static[ \t]+)?(?:java|javax|org|com)\.[\w.*]+;/m],
    [3, /^package[ \t]+[\w.]+;/m],
    [2, /\bpublic[ \t]+static[ \t]+void[ \t]+main[ \t]*\(/],
    [1, /\bSystem\.(?:out|err)\.print/],
    [1, /^[ \t]*@Override\b/m],
  ],
  csharp: [
    [4, /^[ \t]*using[ \t]+(?:static[ \t]+)?System(?:\.[\w.]+)?;/m],
    [3, /^namespace[ \t]+[\w.]+[ \t]*(?:;|\{|$)/m],
    [2, /\{[ \t]*get;/],
    [
      3,
      /^[ \t]*(?:public|private|internal)[ \t]+(?:(?:static|sealed|partial|abstract)[ \t]+)*(?:class|interface|enum|record|struct)[ \t]+\w+/m,
    ],
    [2, /\bConsole\.(?:Error\.)?Write/],
  ],
  kotlin: [
    [
      3,
      /^[ \t]*(?:(?:override|private|internal|suspend|inline)[ \t]+)*fun[ \t]+(?:<[^>\n]*>[ \t]*)?[\w.?<>]+\(.*\)[^;\n]*[={][^;]*$/m,
    ],
    [3, /^[ \t]*data[ \t]+class[ \t]+\w+\(/m],
    [2, /^[ \t]*(?:private[ \t]+)?va[lr][ \t]+\w+(?:[ \t]*:[ \t]*\w[\w<>?, ]*)?[ \t]*=[ \t]*\S.*[^;\n]$/m],
    [1, /\bwhen[ \t]*(?:\(.*\)[ \t]*)?\{|\?:/],
    [2, /^import[ \t]+kotlinx?\.[\w.*]+$/m],
  ],
  scala: [
    [
      3,
      /^[ \t]*(?:(?:override|private|implicit|final)[ \t]+)*def[ \t]+\w+(?:\[[^\]\n]*\])?(?:\([^()\n]*\))*[ \t]*:[ \t]*\w[\w[\], ]*[ \t]*=/m,
    ],
    [
      3,
      /^[ \t]*(?:case[ \t]+class[ \t]+\w+\(|case[ \t]+object[ \t]+\w+|sealed[ \t]+trait[ \t]+\w+|object[ \t]+\w+(?:[ \t]+extends[ \t]+\w+)?[ \t]*\{)/m,
    ],
    [2, /^import[ \t]+scala\.[\w.{}, ]+$/m],
    [2, /^[ \t]*(?:implicit[ \t]+)?va[lr][ \t]+\w+(?:[ \t]*:[ \t]*\w[\w[\], ]*)?[ \t]*=[ \t]*\S.*[^;\n]$/m],
    [1, /\bmatch[ \t]*\{\s*case\b/],
  ],
  ruby: [
    [3, /^[ \t]*def[ \t]+(?:self\.)?[\w?!<]+(?:[ \t]*\(.*\))?[ \t]*$(?=[^]{0,2000}?^[ \t]*end\b)/m],
    [2, /^[ \t]*require(?:_relative)?[ \t]+["'][^"']+["'][ \t]*$/m],
    [2, /^[ \t]*(?:module|class)[ \t]+[A-Z][\w:]*(?:[ \t]*<[ \t]*[A-Z][\w:]*)?[ \t]*$(?=[^]{0,2000}?^[ \t]*end\b)/m],
    [2, /^[ \t]*attr_(?:reader|writer|accessor)[ \t]+:\w/m],
    [2, /\bdo[ \t]*\|[\w, *&]+\|[ \t]*$/m],
  ],
  php: [[8, /<\?php\b/]],
  lua: [
    [3, /^[ \t]*(?:local[ \t]+)?function[ \t]+[\w.:]+[ \t]*\([\w, .]*\)[ \t]*$(?=[^]{0,2000}?^[ \t]*end\b)/m],
    [2, /^[ \t]*local[ \t]+\w+(?:[ \t]*,[ \t]*\w+)*[ \t]*=[ \t]*\S/m],
    [2, /^[ \t]*(?:if|elseif)\b.*\bthen[ \t]*$(?=[^]{0,2000}?^[ \t]*end\b)/m],
    [1, /~=|\bipairs\(|\bsetmetatable\(/],
  ],
  haskell: [
    [4, /^module[ \t]+[A-Z][\w.]*(?:\s*\([^;]*?\))?\s+where\b/m],
    [3, /^import[ \t]+(?:qualified[ \t]+)?[A-Z][\w.]*(?:[ \t]+(?:as|hiding|qualified)\b.*|[ \t]*\(.*\))?[ \t]*$/m],
    [2, /^[a-z]\w*'?[ \t]*::[ \t]*\S/m],
    [4, /^\{-#[ \t]*LANGUAGE\b/m],
  ],
  ocaml: [
    [3, /^let[ \t]+(?:rec[ \t]+)?(?:\w+|\(\))(?:[ \t]+[~?\w():=]+)*[ \t]*=(?:[ \t]*function)?[ \t]*$/m],
    [2, /^open[ \t]+[A-Z]\w*(?:\.\w+)*[ \t]*$/m],
    [2, /^[ \t]*\|[ \t]*[A-Z_[]\w*.*->/m],
    [2, /^module[ \t]+[A-Z]\w*[ \t]*=[ \t]*(?:struct|[A-Z])/m],
    [1, /\(\*[^]{0,500}?\*\)/],
  ],
  julia: [
    [3, /^[ \t]*function[ \t]+[\w.!]+\(.*\)(?:::[\w{}]+)?(?:[ \t]+where\b.*)?[ \t]*$(?=[^]{0,2000}?^[ \t]*end\b)/m],
    [2, /^[ \t]*using[ \t]+[A-Z]\w*(?:[,:.][ \w,.]*)?[ \t]*$/m],
    [
      3,
      /^[ \t]*(?:mutable[ \t]+)?struct[ \t]+\w+(?:\{.*\})?(?:[ \t]*<:[ \t]*\w+)?[ \t]*$(?=[^]{0,2000}?^[ \t]*end\b)/m,
    ],
    [2, /\w::[A-Z]\w*(?:\{[\w,]+\})?[,) \n]/],
  ],
  zig: [
    [5, /=[ \t]*@import\("/],
    [2, /^[ \t]*(?:pub[ \t]+)?fn[ \t]+\w+\(.*\)[ \t]*[\w.!?*[\]]+[ \t]*\{/m],
    [1, /\bcomptime\b|\.\{[ \t]/],
  ],
  solidity: [
    [12, /^[ \t]*pragma[ \t]+solidity\b/m],
    [3, /^[ \t]*(?:abstract[ \t]+)?contract[ \t]+\w+(?:[ \t]+is[ \t]+[\w, ]+)?[ \t]*\{/m],
  ],
  html: [
    [6, /^\s*(?:<!--[^]*?-->\s*)?<!doctype[ \t]+html\b/i],
    [5, /^\s*(?:<!--[^]*?-->\s*)?<(?:html|head|body)\b[^>]*>/i],
    [
      3,
      /^\s*<(?:div|p|table|script|form|svg|span|ul|h[1-6])\b[^>]*>[^]*<\/(?:div|p|table|script|form|svg|span|ul|h[1-6])>\s*$/i,
    ],
  ],
  css: [
    [3, /^@(?:charset[ \t]+"|import[ \t]+(?:url\(|")|media[ \t]+\S.*\{|font-face[ \t]*\{|keyframes[ \t]+\w+[ \t]*\{)/m],
    [
      3,
      /^(?:[.#:*]?[a-z][\w-]*|\*|:root)[^{};=()\n]*\{\s*(?:--)?[a-z-]+[ \t]*:[ \t]*[^{};\n]+;\s*(?:[a-z-]+[ \t]*:|\}|--)/m,
    ],
    [1, /:[ \t]*-?[\d.]+(?:px|r?em|%)[ \t;]|:[ \t]*#[0-9a-f]{3,8};/],
  ],
  make: [
    [4, /^\.PHONY[ \t]*:/m],
    [3, /^[\w.%$()/-]+[ \t]*:(?!=)[^\n]*\n\t[^\n]*\S/m],
    [2, /\$\((?:[A-Z_]+|wildcard .*|patsubst .*|shell .*)\)|\$[@<^]/],
    [1, /^[A-Z_]+[ \t]*[:?+]?=/m],
  ],
  bash: [
    [2, /^[ \t]*(?:if|while|until)[ \t]+(?:!?[ \t]*\[.*\]|\(\(.*\)\)).*;[ \t]*(?:then|do)\b/m],
    [2, /^set[ \t]+-[euxo]+/m],
    [2, /^[ \t]*(?:function[ \t]+)?[\w-]+[ \t]*\(\)[ \t]*\{[ \t]*$(?=[^]{0,2000}?"?\$\{?[\w@*#])/m],
    [2, /^[ \t]*esac\b|^[ \t]*fi[ \t]*$/m],
    [1, /"\$\{?\w+[}"]|"\$@"/],
  ],
};

/** A language that holds another: where it shows itself, what speaks for the other speaks for it. */
const WITHIN: readonly (readonly [string, string])[] = [
  ["cpp", "c"],
  ["objc", "c"],
  ["cuda", "cpp"],
  ["typescript", "javascript"],
  ["tsx", "typescript"],
];

const ENOUGH = 4;
const LEAD = 2;

/** Long lines are cut: what patterns cost grows with the square of the length. */
const shortened = (text: string): string => text.replace(/^(.{400}).+$/gm, "$1");

const ownScore = (features: readonly Feature[], text: string): number =>
  features.reduce((sum, [weight, pattern]) => (pattern.test(text) ? sum + weight : sum), 0);

const scoresOf = (text: string): ReadonlyMap<string, number> => {
  const scores = new Map(Object.entries(FEATURES).map(([language, features]) => [language, ownScore(features, text)]));
  for (const [language, other] of WITHIN) {
    const own = scores.get(language) ?? 0;
    if (own >= LEAD) scores.set(language, own + (scores.get(other) ?? 0));
  }
  return scores;
};

const isPartOf = (one: string, other: string): boolean =>
  WITHIN.some(([outer, inner]) => outer === other && (inner === one || isPartOf(one, inner)));

/** The language with the best score, if it is clearly ahead of all that are not part of it. */
export const clearlyBest = (text: string, least: number = ENOUGH): string | undefined => {
  const ranked = [...scoresOf(shortened(text))].toSorted((a, b) => b[1] - a[1]);
  const [best, bestScore] = ranked[0] ?? ["", 0];
  const second = ranked.find(([language]) => language !== best && !isPartOf(language, best))?.[1] ?? 0;
  return bestScore >= least && bestScore - second >= LEAD ? best : undefined;
};

/** The one of these languages, all of one family, that has most of its own features; the first if none has enough. */
export const amongFamily = (text: string, first: string, others: readonly string[]): string => {
  const own = others.map((language) => [language, ownScore(FEATURES[language] ?? [], shortened(text))] as const);
  const [best, score] = own.toSorted((a, b) => b[1] - a[1])[0] ?? [first, 0];
  return score >= LEAD ? best : first;
};
