/** What tells the shading languages apart, as plain data; the parser, the types and the passes ask for nothing else. */

export type DialectName = "wgsl" | "glsl" | "hlsl";

export interface Dialect {
  readonly name: DialectName;
  /** Words that are no names. */
  readonly keywords: ReadonlySet<string>;
  /** Words before a declaration that say something about it. */
  readonly qualifiers: ReadonlySet<string>;
  /** Types of the language. */
  readonly types: RegExp;
  /** Names that may be followed by arguments in angle brackets; nothing where there are none. */
  readonly templates: RegExp | undefined;
  /** Types that are none without such arguments. */
  readonly needy?: RegExp;
  /** C's order of words: the type before the name, statements in the place of blocks, assignments that are expressions. */
  readonly cLike: boolean;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const STATEMENTS = "if else for while do switch case default return break continue discard struct true false";

export const WGSL: Dialect = {
  name: "wgsl",
  keywords: words(
    `${STATEMENTS.replace(" do ", " ")} fn var let const override alias loop continuing enable requires diagnostic const_assert`,
  ),
  qualifiers: words("const"),
  types:
    /^(?:bool|[iu](?:32|64|8|16)|f(?:16|32|64)|(?:vec[234]|mat[234]x[234])[iufh]?|array|atomic|ptr|sampler(?:_comparison)?|texture_\w+|binding_array|ray_query|ray_desc|acceleration_structure)$/,
  templates: /^/,
  needy: /^(?:array|atomic|ptr|vec[234]|mat[234]x[234]|texture_(?!depth|external)\w+)$/,
  cLike: false,
};

const GLSL_QUALIFIERS =
  "const in out inout uniform buffer shared attribute varying centroid flat smooth noperspective patch sample invariant precise " +
  "highp mediump lowp coherent volatile restrict readonly writeonly subroutine layout rayPayloadEXT rayPayloadInEXT hitAttributeEXT " +
  "callableDataEXT callableDataInEXT shaderRecordEXT taskPayloadSharedEXT perprimitiveEXT pervertexEXT nonuniformEXT spirv_by_reference";

export const GLSL: Dialect = {
  name: "glsl",
  keywords: words(`${STATEMENTS} precision ${GLSL_QUALIFIERS}`),
  qualifiers: words(GLSL_QUALIFIERS),
  types:
    /^(?:void|bool|u?int(?:8|16|32|64)?_?t?|float(?:16|32|64)?_?t?|double|half|atomic_uint|(?:[biud]|[iu](?:8|16|32|64)|f(?:16|32|64))?vec[234]|(?:d|f(?:16|32|64))?mat[234](?:x[234])?|samplerShadow|sampler|[iu]?(?:sampler|texture|image)(?:[123]D|Cube|Buffer|External)\w*|[iu]?(?:subpassInput|attachment)\w*|accelerationStructure(?:EXT|NV)|rayQueryEXT)$/,
  templates: undefined,
  cLike: true,
};

const HLSL_QUALIFIERS =
  "const in out inout uniform static extern volatile groupshared shared precise nointerpolation linear centroid noperspective sample " +
  "row_major column_major unorm snorm inline export globallycoherent point line triangle lineadj triangleadj vertices indices primitives payload";

export const HLSL: Dialect = {
  name: "hlsl",
  keywords: words(
    `${STATEMENTS} class interface namespace typedef template typename using cbuffer tbuffer technique technique10 technique11 pass register packoffset ${HLSL_QUALIFIERS.split(
      " ",
    )
      .filter(
        (word) => !/^(?:point|line|triangle|sample|linear|shared|payload|vertices|indices|primitives)$/.test(word),
      )
      .join(" ")}`,
  ),
  qualifiers: words(HLSL_QUALIFIERS),
  types:
    /^(?:void|string|dword|(?:bool|u?int(?:16|32|64)?(?:_t)?|uint|half|float(?:16|32|64)?(?:_t)?|double|min1[06]float|min1[26]u?int)(?:[1-4](?:x[1-4])?)?|vector|matrix|(?:RW|RasterizerOrdered)?(?:Texture(?:1D|2D|3D|Cube)(?:MS)?(?:Array)?|(?:Structured|ByteAddress)?Buffer)|(?:Append|Consume)StructuredBuffer|(?:Constant|Texture)Buffer|(?:In|Out)putPatch|(?:Point|Line|Triangle)Stream|[Ss]ampler(?!_state)\w*|texture\w*|RayQuery|RaytracingAccelerationStructure|RayDesc)$/,
  needy:
    /^(?:(?:RW|RasterizerOrdered|Append|Consume)?StructuredBuffer|RW(?:Buffer|Texture\w+)|\w+(?:Patch|Stream)|ConstantBuffer)$/,
  templates: /^(?:vector|matrix|\w*(?:Buffer|Texture\w*|Patch|Stream|Query|Nodes?|Records?))$/,
  cLike: true,
};
