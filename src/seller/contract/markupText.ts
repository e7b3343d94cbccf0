const maxInput = 64 * 1024;
const entities: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/**
 * The words of a web page or of XML, without tags, scripts and styles; at most the first 64 KB are
 * read, in linear time. The result is text from outside, never markup again.
 */
export function plainTextOf(markup: string): string {
  const text = markup.slice(0, maxInput);
  const lower = text.toLowerCase();
  const parts: string[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf("<", at);
    if (open === -1) {
      parts.push(text.slice(at));
      break;
    }
    parts.push(text.slice(at, open));
    const end = endOfTag(text, lower, open);
    at = end === -1 ? text.length : end;
  }
  return parts
    .join(" ")
    .replaceAll(/&(?:#(\d{1,7})|(\w{2,6}));/gu, (whole, code: string | undefined, name: string) =>
      code === undefined ? (entities[name] ?? whole) : characterOf(Number(code)),
    );
}

/** The index behind a tag; of a script, style, comment or CDATA, behind the whole of it. */
function endOfTag(text: string, lower: string, open: number): number {
  if (text.startsWith("<![CDATA[", open)) {
    return open + "<![CDATA[".length;
  }
  const hidden = ["script", "style"].find((name) => lower.startsWith(`<${name}`, open));
  const close = text.startsWith("<!--", open) ? "-->" : hidden && `</${hidden}`;
  if (close === undefined) {
    return after(text, ">", open);
  }
  const end = lower.indexOf(close, open);
  return end === -1 ? -1 : close === "-->" ? end + 3 : after(text, ">", end);
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? -1 : at + mark.length;
}

function characterOf(code: number): string {
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : " ";
}
