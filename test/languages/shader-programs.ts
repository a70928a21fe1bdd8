/** Random shaders that are valid in their language: functions, structs, loops, switches, and expressions of many types. */
import type { draws } from "../support/seeds.ts";

export type ShaderLanguage = "wgsl" | "glsl" | "hlsl";

type Random = ReturnType<typeof draws>;

/** By type, as the names of GLSL; how the others write it. */
const TYPES: Readonly<Record<string, Readonly<Record<ShaderLanguage, string>>>> = {
  float: { wgsl: "f32", glsl: "float", hlsl: "float" },
  int: { wgsl: "i32", glsl: "int", hlsl: "int" },
  bool: { wgsl: "bool", glsl: "bool", hlsl: "bool" },
  vec2: { wgsl: "vec2<f32>", glsl: "vec2", hlsl: "float2" },
  vec3: { wgsl: "vec3f", glsl: "vec3", hlsl: "float3" },
  vec4: { wgsl: "vec4<f32>", glsl: "vec4", hlsl: "float4" },
  mat3: { wgsl: "mat3x3<f32>", glsl: "mat3", hlsl: "float3x3" },
};

const NAMES = Object.keys(TYPES);

interface Variable {
  readonly name: string;
  readonly type: string;
  readonly isConstant?: boolean;
}

interface Signature {
  readonly name: string;
  readonly type: string;
  readonly parameters: readonly Variable[];
}

/** A shader of so many functions besides its entry point. */
export const shaderProgram = (language: ShaderLanguage, random: Random, functions: number): string =>
  new Program(language, random).text(functions);

class Program {
  readonly #language: ShaderLanguage;
  readonly #random: Random;
  readonly #functions: Signature[] = [];
  readonly #globals: Variable[] = [];
  #scope: Variable[] = [];
  #count = 0;

  constructor(language: ShaderLanguage, random: Random) {
    this.#language = language;
    this.#random = random;
  }

  text(functions: number): string {
    const parts = [this.#opening(), this.#struct()];
    for (let each = 0; each < 4; each++) parts.push(this.#global());
    for (let each = 0; each < functions; each++) parts.push(this.#function());
    return `${[...parts, this.#entry()].join("\n")}\n`;
  }

  #type(name: string): string {
    return TYPES[name]?.[this.#language] ?? name;
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#random.below(from.length)] as T;
  }

  #fresh(letter: string): string {
    return `${letter}${this.#count++}`;
  }

  #opening(): string {
    return this.#language === "glsl" ? "#version 450\nlayout(location = 0) out vec4 colour;\n" : "// made by chance";
  }

  #struct(): string {
    const members = ["float", "vec3", "int"].map((type, place) => ({ type, name: `m${place}` }));
    if (this.#language === "wgsl")
      return `struct S {\n${members.map(({ type, name }) => `  ${name}: ${this.#type(type)},\n`).join("")}}`;
    return `struct S {\n${members.map(({ type, name }) => `  ${this.#type(type)} ${name};\n`).join("")}};`;
  }

  #global(): string {
    const variable = { name: this.#fresh("g"), type: this.#pick(NAMES) };
    const value = this.#constant(variable.type);
    this.#globals.push(variable);
    if (this.#language === "wgsl") return `var<private> ${variable.name}: ${this.#type(variable.type)} = ${value};`;
    return `${this.#language === "hlsl" ? "static " : ""}${this.#type(variable.type)} ${variable.name} = ${value};`;
  }

  #function(): string {
    const signature = {
      name: this.#fresh("fun"),
      type: this.#pick(NAMES),
      parameters: Array.from({ length: this.#random.below(4) }, () => ({
        name: this.#fresh("p"),
        type: this.#pick(NAMES),
        isConstant: true,
      })),
    };
    this.#scope = [...this.#globals, ...signature.parameters];
    const body = `{\n${this.#statements(2, "  ")}  return ${this.#value(signature.type, 2)};\n}`;
    this.#functions.push(signature);
    if (this.#language === "wgsl") {
      const list = signature.parameters.map(({ name, type }) => `${name}: ${this.#type(type)}`);
      return `fn ${signature.name}(${list.join(", ")}) -> ${this.#type(signature.type)} ${body}`;
    }
    const list = signature.parameters.map(({ name, type }) => `${this.#type(type)} ${name}`);
    return `${this.#type(signature.type)} ${signature.name}(${list.join(", ")}) ${body}`;
  }

  #entry(): string {
    this.#scope = [...this.#globals];
    const body = this.#statements(2, "  ");
    const value = this.#value("vec4", 3);
    if (this.#language === "glsl") return `void main() {\n${body}  colour = ${value};\n}`;
    if (this.#language === "hlsl") return `float4 main() : SV_Target {\n${body}  return ${value};\n}`;
    return `@fragment\nfn main() -> @location(0) vec4<f32> {\n${body}  return ${value};\n}`;
  }

  #statements(depth: number, indent: string): string {
    const outer = this.#scope;
    let text = "";
    for (let left = 1 + this.#random.below(4); left > 0; left--) text += this.#statement(depth, indent);
    this.#scope = depth === 2 ? this.#scope : outer;
    return text;
  }

  #statement(depth: number, indent: string): string {
    const kind = this.#random.below(depth > 0 ? 8 : 4);
    const block = (): string => `{\n${this.#statements(depth - 1, `${indent}  `)}${indent}}`;
    if (kind === 4) return `${indent}if (${this.#value("bool", 1)}) ${block()} else ${block()}\n`;
    if (kind === 5) {
      const name = this.#fresh("k");
      const first = this.#language === "wgsl" ? `var ${name}: i32 = 0` : `int ${name} = 0`;
      return `${indent}for (${first}; ${name} < 4; ${name}++) ${block()}\n`;
    }
    if (kind === 6) {
      const end = this.#language === "wgsl" ? "" : " break;";
      const value = this.#value("int", 1);
      return `${indent}switch (${value}) {\n${indent}case 1: ${block()}${end}\n${indent}default: ${block()}${end}\n${indent}}\n`;
    }
    const given = this.#scope.filter(({ isConstant }) => isConstant !== true);
    const target = given.length > 0 && kind === 0 ? this.#pick(given) : undefined;
    if (target !== undefined) return `${indent}${target.name} = ${this.#value(target.type, 2)};\n`;
    const variable = { name: this.#fresh("v"), type: this.#pick(NAMES) };
    const value = this.#value(variable.type, 3);
    this.#scope = [...this.#scope, variable];
    return this.#language === "wgsl"
      ? `${indent}var ${variable.name}: ${this.#type(variable.type)} = ${value};\n`
      : `${indent}${this.#type(variable.type)} ${variable.name} = ${value};\n`;
  }

  #constant(type: string): string {
    const number = `${this.#random.below(90)}.5`;
    if (type === "float") return number;
    if (type === "int") return String(this.#random.below(90));
    if (type === "bool") return this.#pick(["true", "false"]);
    const length = type === "mat3" ? 9 : Number(type.slice(3));
    const parts = Array.from({ length }, () => `${this.#random.below(9)}.0`);
    return `${this.#type(type)}(${parts.join(", ")})`;
  }

  #value(type: string, depth: number): string {
    const known = this.#scope.filter((each) => each.type === type);
    if (depth === 0 || this.#random.below(5) === 0)
      return known.length > 0 && this.#random.below(2) > 0 ? this.#pick(known).name : this.#constant(type);
    const calls = this.#functions.filter((each) => each.type === type);
    if (calls.length > 0 && this.#random.below(4) === 0) {
      const { name, parameters } = this.#pick(calls);
      return `${name}(${parameters.map((each) => this.#value(each.type, depth - 1)).join(", ")})`;
    }
    return this.#operation(type, (own) => this.#value(own, depth - 1));
  }

  #operation(type: string, value: (type: string) => string): string {
    const operator = this.#pick(["+", "-", "*"]);
    if (type === "bool")
      return this.#pick([
        () => `(${value("float")} < ${value("float")})`,
        () => `(${value("int")} == ${value("int")})`,
        () => `!(${value("bool")})`,
        () => `(${value("bool")} && ${value("bool")})`,
      ])();
    if (type === "int")
      return this.#pick([() => `(${value("int")} ${operator} ${value("int")})`, () => `max(${value("int")}, 1)`])();
    if (type === "mat3") return `(${value("mat3")} ${this.#pick(["+", "-"])} ${value("mat3")})`;
    const same = [
      () => `(${value(type)} ${operator} ${value(type)})`,
      () => `max(${value(type)}, ${value(type)})`,
      () => `cos(${value(type)})`,
    ];
    if (type === "float")
      same.push(
        () => `dot(${value("vec3")}, ${value("vec3")})`,
        () => `(${value("vec4")}).${this.#pick(["x", "w"])}`,
        () => `length(${value("vec2")})`,
      );
    if (type === "vec3") same.push(() => `cross(${value(type)}, ${value(type)})`);
    if (type === "vec4") same.push(() => `${this.#type(type)}(${value("vec3")}, ${value("float")})`);
    if (type === "vec2") same.push(() => `(${value("vec3")}).${this.#pick(["xy", "zz"])}`);
    return this.#pick(same)();
  }
}
