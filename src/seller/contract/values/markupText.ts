const maxInput = 64 * 1024;
const maxElements = 200;
const entities: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** Reads at most 64 KB in linear time. The result is plain text from outside, never markup again. */
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

/**
 * One record for each row of siblings: `<erro><campo>preco</campo><mensagem>…</mensagem></erro>` keeps each sentence
 * with its field. Reads at most 64 KB and 200 rows.
 */
export function textElements(xml: string): readonly Readonly<Record<string, string>>[] {
  const leaf =
    /<(?<name>[\p{L}_][\w.-]{0,60})(?:\s[^<>]{0,200})?>(?<text>[^<]{0,2000})<\/\k<name>\s{0,9}>/gu;
  const text = xml.slice(0, maxInput);
  const records: Record<string, string>[] = [];
  let end = -1;
  for (const found of text.matchAll(leaf)) {
    if (records.length >= maxElements) {
      break;
    }
    const { name = "", text: value = "" } = found.groups ?? {};
    const isSibling = end >= 0 && text.slice(end, found.index).trim() === "";
    const record = isSibling ? records.at(-1) : undefined;
    if (record && !Object.hasOwn(record, name)) {
      record[name] = plainTextOf(value);
    } else {
      records.push({ [name]: plainTextOf(value) });
    }
    end = found.index + found[0].length;
  }
  return records;
}

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
