/** Elements inside a line of text of Office and OpenDocument files; a value may span several. */
const inLine: ReadonlySet<string> = new Set([
  "r",
  "t",
  "rPr",
  "span",
  "a",
  "hyperlink",
  "proofErr",
  "bookmarkStart",
  "bookmarkEnd",
  "smartTag",
  "ins",
  "lastRenderedPageBreak",
]);

const tagName = /^\/?(?:[\w.-]+:)?([\w.-]+)/u;

/** The text of an XML document, one line per element that breaks lines, then its attributes, one line per element. */
export function xmlText(xml: string): string {
  let text = "";
  let attributes = "";
  let at = 0;
  let isStyle = false;
  for (;;) {
    const open = xml.indexOf("<", at);
    const close = open < 0 ? -1 : xml.indexOf(">", open);
    if (close < 0) {
      return `${text}${xml.slice(at)}\n${attributes}`;
    }
    const tag = xml.slice(open + 1, close);
    const name = tagName.exec(tag)?.[1] ?? "";
    text += xml.slice(at, open);
    if (name === "rPr") {
      isStyle = !tag.startsWith("/") && !tag.endsWith("/");
    } else if (!isStyle && !inLine.has(name)) {
      text += "\n";
    }
    if (tag.includes("=") || !/^[/\w]/u.test(tag)) {
      attributes += `${tag}\n`;
    }
    at = close + 1;
  }
}
