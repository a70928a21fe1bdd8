/** PDF documents in the forms that programs write, and qpdf, which reads them. */
import { made } from "./made.ts";
import type { MadeFormat } from "./formats.ts";

const page = (number: number, parent: number): string =>
  `${number} 0 obj << /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 200 200] /Contents [${number + 10} 0 R] /Resources << /Font << /F1 20 0 R >> >> /Annots [21 0 R] >> endobj`;

const stream = (number: number, text: string): string =>
  `${number} 0 obj << /Length ${text.length} >> stream\n${text}\nendstream endobj`;

/** Three pages in two levels, a font, a link, an outline, names, and a length that is an object. qpdf adds the table of places. */
const OBJECTS = [
  "1 0 obj << /Type /Catalog /Pages 2 0 R /Outlines 22 0 R /Names << /Dests 24 0 R >> /PageMode /UseOutlines >> endobj",
  "2 0 obj << /Type /Pages /Kids [3 0 R 4 0 R] /Count 3 >> endobj",
  "3 0 obj << /Type /Pages /Parent 2 0 R /Kids [5 0 R 6 0 R] /Count 2 >> endobj",
  page(4, 2),
  page(5, 3),
  page(6, 3),
  ...[14, 15, 16].map((number) =>
    stream(number, `BT /F1 ${number} Tf 20 50 Td (Text on page ${number}) Tj ET`.repeat(4)),
  ),
  "20 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [65 /A /B (odd\\) string)] >> >> endobj",
  "21 0 obj << /Type /Annot /Subtype /Link /Rect [1 2 3 4] /Dest [5 0 R /Fit] >> endobj",
  "22 0 obj << /Type /Outlines /First 23 0 R /Last 23 0 R /Count 1 >> endobj",
  "23 0 obj << /Title (One) /Parent 22 0 R /Dest [6 0 R /Fit] >> endobj",
  "24 0 obj << /Names [(first) [4 0 R /Fit]] >> endobj",
  "25 0 obj << /Title <0041> /Producer (nobody) >> endobj",
  "trailer << /Root 1 0 R /Info 25 0 R /Size 26 /ID [<01> <01>] >>",
];

const FORMS = [
  "--object-streams=disable --stream-data=uncompress",
  "--object-streams=generate --stream-data=compress",
  "--linearize --object-streams=generate",
  "--linearize --object-streams=disable",
  "--qdf",
];

export const pdf: MadeFormat = {
  name: "pdf",
  needs: ["qpdf"],
  suffix: ".pdf",
  // qpdf says with a 3 that it had to find the objects itself.
  make: () => {
    const text = `%PDF-1.5\n${OBJECTS.join("\n")}\n`;
    return FORMS.map((form) => made({ text }, "sh", "-c", `qpdf --deterministic-id ${form} text out || [ $? = 3 ]`));
  },
  read: (bytes, run) => run(bytes, "qpdf", "--check", "FILE"),
};
