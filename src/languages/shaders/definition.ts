/** The shading languages: WGSL, GLSL and HLSL. */
import type { LanguageDefinition } from "../definition.ts";
import type { LanguageTraits } from "../traits.ts";

const traits: LanguageTraits = {
  statementEnd: ";",
  stands: ["a", "0", "{}"],
  kinds: { attribute: ["attribute", "qualifier", "semantic"] },
};

const cTraits: LanguageTraits = {
  ...traits,
  types: ["float", "int"],
  directives: true,
  bodies: { function_definition: ";" },
};

export const wgsl: LanguageDefinition = {
  name: "wgsl",
  extensions: "wgsl",
  modes: "wgsl",
  features: [
    [4, /^[ \t]*(?:@\w+(?:\([^)\n]*\))?\s*)+(?:fn|var(?:<|[ \t]))/m],
    [3, /^[ \t]*var<(?:private|uniform|storage|workgroup)\b/m],
    [2, /^[ \t]*fn[ \t]+\w+\([^)]*\)[ \t]*(?:->[^{]*)?\{[^]{0,2000}?\b(?:vec[234]|mat[234]x[234]|[iuf]32)\b/m],
    [2, /:[ \t]*(?:vec[234]<[iuf](?:16|32)>|vec[234][iufh]|mat[234]x[234]<f32>)/],
  ],
  grammar: async () => (await import("./parser.ts")).grammarOf((await import("./dialect.ts")).WGSL),
  neutral: "fn f() {}",
  traits: { ...traits, types: ["f32", "i32"] },
};

/** Recognises files whose extension other languages have, too. */
const isGlsl = (text: string): boolean =>
  /^[ \t]*#[ \t]*version[ \t]+\d+|^[ \t]*layout[ \t]*\(|\bgl_[A-Z]\w+/m.test(text);

export const glsl: LanguageDefinition = {
  name: "glsl",
  extensions: "glsl vert frag geom comp tesc tese rgen rint rahit rchit rmiss rcall glslv glslf glslh vsh fsh gsh",
  doubtfulExtensions: { mesh: isGlsl, task: isGlsl, vs: isGlsl, fs: isGlsl, gs: isGlsl },
  modes: "glsl",
  features: [
    [5, /^[ \t]*#[ \t]*version[ \t]+\d+/m],
    [4, /^[ \t]*layout[ \t]*\([^)\n]*\)[ \t]*(?:\w+[ \t]+)*(?:in|out|uniform|buffer)\b/m],
    [3, /^[ \t]*precision[ \t]+(?:highp|mediump|lowp)[ \t]+\w+;/m],
    [3, /(?<![:\w])(?:[iub]?vec[234]|mat[234])[ \t]+\w+[ \t]*(?:;|=[ \t]*\w+\()/],
    [2, /\bgl_(?:Position|FragCoord|FragColor|GlobalInvocationID|VertexIndex|VertexID)\b/],
    [
      2,
      /^[ \t]*(?:uniform|varying|attribute|in|out)[ \t]+(?:\w+[ \t]+)?(?:[iub]?vec[234]|mat[234]|float|sampler2D)[ \t]+\w+/m,
    ],
  ],
  grammar: async () => (await import("./parser.ts")).grammarOf((await import("./dialect.ts")).GLSL),
  neutral: "void main() {}",
  traits: { ...cTraits, macros: { GL_core_profile: "1" } },
};

export const hlsl: LanguageDefinition = {
  name: "hlsl",
  extensions: "hlsl hlsli fx fxh psh",
  modes: "hlsl",
  features: [
    [4, /:[ \t]*(?:SV_\w+|register[ \t]*\([tbsu]\d|packoffset[ \t]*\()/],
    [4, /^[ \t]*\[[ \t]*numthreads[ \t]*\(/m],
    [3, /^[ \t]*cbuffer[ \t]+\w+/m],
    [2, /\b(?:RW)?(?:StructuredBuffer|Texture2D)[ \t]*<[ \t]*\w+[ \t]*>/],
    [3, /^[ \t]*technique(?:1[01])?[ \t]+\w+\s*\{/m],
    [2, /\bfloat[234](?:x[234])?[ \t]+\w+[ \t]*[=(;:]/],
  ],
  grammar: async () => (await import("./parser.ts")).grammarOf((await import("./dialect.ts")).HLSL),
  neutral: "void main() {}",
  traits: { ...cTraits, macros: {} },
};
