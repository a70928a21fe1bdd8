/** Lines of `name = value`, in sections: .ini, .cfg, .conf, .properties, .env. Comments stay with the line they stand above. */
import type { Doc, DocumentFormat, Member, Members } from "./document.ts";

const SECTION = /^[ \t]*\[(.*)\][ \t]*(?:[;#].*)?$/;
const COMMENT = /^[ \t]*(?:[;#!]|\/\/|$)/;
const PAIR = /^[ \t]*(?:export[ \t]+)?([^=:]+?)[ \t]*[=:][ \t]*(.*)$/;

/** `origin` of a member: its lines with all that stands above them; of a document: what stands at its end. */
export const iniFormat: DocumentFormat = {
  name: "ini",
  parse: (text) => {
    const root: Member[] = [];
    const taken = new Map<readonly Member[], Map<string, number>>();
    let section = root;
    let above = "";
    const put = (name: string, value: Doc, raw: string): void => {
      const names = taken.get(section) ?? new Map<string, number>();
      taken.set(section, names);
      const count = (names.get(name) ?? 0) + 1;
      names.set(name, count);
      section.push({ key: count === 1 ? name : `${name}#${count}`, value, origin: raw });
    };
    for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
      const bare = line.replace(/\r?\n$/, "");
      const last = section.at(-1);
      const title = SECTION.exec(bare)?.[1];
      if (title !== undefined) {
        section = root;
        const members: Member[] = [];
        put(title, { kind: "map", members, origin: "" }, above + line);
        section = members;
      } else if (above === "" && last?.value.kind === "scalar" && /^[ \t]+[^\s;#]/.test(bare) && section !== root)
        section[section.length - 1] = continued(last, line);
      else if (COMMENT.test(bare)) {
        above += line;
        continue;
      } else {
        const [, name = bare.trim(), value = ""] = PAIR.exec(bare) ?? [];
        put(name, { kind: "scalar", text: value.trim(), origin: undefined }, above + line);
      }
      above = "";
    }
    return { kind: "map", members: root, origin: above };
  },
  print: (doc) => {
    const root = doc as Members;
    const lines = root.members.flatMap((member) => [
      member,
      ...(member.value.kind === "map" ? member.value.members : []),
    ]);
    const text = [...lines.map(({ origin }) => origin as string), root.origin as string];
    return text.map((each, index) => ended(each, index === text.length - 1)).join("");
  },
  show: (value) =>
    value.kind === "map"
      ? value.members.map(({ key, value: each }) => `${key}=${each.kind === "scalar" ? each.text : ""}`).join("\n")
      : value.kind === "scalar"
        ? value.text
        : "",
};

const continued = ({ key, value, origin }: Member, line: string): Member => ({
  key,
  value: { kind: "scalar", text: `${value.kind === "scalar" ? value.text : ""}\n${line.trim()}`, origin: undefined },
  origin: `${origin as string}${line}`,
});

/** Only the last line may have no end. */
const ended = (text: string, isLast: boolean): string =>
  isLast || text === "" || text.endsWith("\n") ? text : `${text}\n`;
