/** The elements of an XML report and their attributes, in order. */
import { SaxesParser } from "saxes";

export interface XmlElement {
  readonly name: string;
  readonly kind: "open" | "close";
  readonly attributes: Readonly<Record<string, string>>;
}

/** An element without content is opened and closed. Throws a SyntaxError if the text is not well-formed XML. */
export const forEachElement = (text: string, take: (element: XmlElement) => void): void => {
  const parser = new SaxesParser();
  parser.on("error", ({ message }) => {
    throw new SyntaxError(`it is not well-formed XML at ${message}`);
  });
  parser.on("opentag", ({ name, attributes }) => take({ name, kind: "open", attributes }));
  parser.on("closetag", ({ name }) => take({ name, kind: "close", attributes: {} }));
  // Some tools log to where their report goes.
  parser.write(text.slice(Math.max(0, text.indexOf("<")))).close();
};
