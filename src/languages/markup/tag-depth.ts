/** How deep elements are nested by their tags, without a parser: in linear time. */

/** Elements that are nested deeper were not written by hand. */
export const MAX_TAG_DEPTH = 5000;
/** They have no content. */
const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
/** Their ends may be missing: the next one of them ends them, too. */
const UNENDED = new Set("p li dt dd option optgroup tr td th thead tbody tfoot colgroup rt rp".split(" "));

/** The name is taken as a whole, so that no text is gone through twice. */
const TAG = /<(?:!--|(\/?)(?=([a-z_][^\s/<>]*))\2[^<>]*>)/gi;

export const tagDepth = (text: string): number => {
  const open: string[] = [];
  let deepest = 0;
  const tags = new RegExp(TAG);
  for (let found = tags.exec(text); found !== null; found = tags.exec(text)) {
    const [all, slash, name] = found;
    if (name === undefined) {
      const close = text.indexOf("-->", found.index);
      if (close < 0) break;
      tags.lastIndex = close;
    } else if (!all.endsWith("/>")) {
      take(open, name.toLowerCase(), slash === "/");
      deepest = Math.max(deepest, open.length);
    }
  }
  return deepest;
};

const take = (open: string[], tag: string, isEnd: boolean): void => {
  if (isEnd) end(open, tag);
  else if (!VOID.has(tag)) {
    if (UNENDED.has(tag)) while (UNENDED.has(open.at(-1) ?? "")) open.pop();
    open.push(tag);
  }
};

/** What has no end of its own ends with what is around it. */
const end = (open: string[], tag: string): void => {
  while (UNENDED.has(open.at(-1) ?? "") && open.at(-1) !== tag) open.pop();
  if (open.at(-1) === tag) open.pop();
};
