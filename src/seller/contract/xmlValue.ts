const maxInput = 32 * 1024 * 1024;
const maxDepth = 60;
const maxTag = 16 * 1024;
const entities: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** How what is no tag begins and ends: a comment, an instruction, a declaration. */
const asides = [
  ["<!--", "-->"],
  ["<?", "?>"],
  ["<!", ">"],
] as const;

/** An element whose end has not come yet. */
interface Open {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly isNil: boolean;
  readonly children: Map<string, unknown[]>;
  text: string;
}

/**
 * XML as the value that JSON would have: an element with elements or only attributes is an object, repeated
 * elements are an array, any other element is its text. Names have no prefix. Undefined for what is not
 * well-formed, deeper than 60 elements or longer than 32 MB; declared entities are never expanded.
 */
export function xmlValue(xml: string): unknown {
  const root = opened("");
  const open: Open[] = [root];
  let at = 0;
  while (xml.length <= maxInput) {
    const top = open.at(-1);
    const start = xml.indexOf("<", at);
    if (!top || start === -1) {
      return top === root && root.children.size > 0 ? valueOf(root) : undefined;
    }
    top.text += decoded(xml.slice(at, start));
    at = readAt(xml, start, open);
    if (at === -1) {
      return undefined;
    }
  }
  return undefined;
}

/** Reads what begins here and returns the index behind it; -1 if it has no end or does not fit. */
function readAt(xml: string, start: number, open: Open[]): number {
  const top = open.at(-1);
  const aside = asideAt(xml, start);
  if (aside && top) {
    top.text += aside.text;
    return aside.end;
  }
  const end = endOfTag(xml, start);
  return end !== -1 && read(xml.slice(start + 1, end - 1), open) ? end : -1;
}

/** Opens or closes an element; false if the tag does not fit. */
function read(tag: string, open: Open[]): boolean {
  const parent = open.at(-1);
  if (!parent || tag.length > maxTag) {
    return false;
  }
  if (tag.startsWith("/")) {
    open.pop();
    const outer = open.at(-1);
    if (!outer || localName(tag.slice(1).trim()) !== parent.name) {
      return false;
    }
    add(outer, parent);
    return true;
  }
  const isEmpty = tag.endsWith("/");
  const element = opened(isEmpty ? tag.slice(0, -1) : tag);
  if (isEmpty) {
    add(parent, element);
  } else {
    open.push(element);
  }
  return element.name !== "" && open.length <= maxDepth;
}

function opened(tag: string): Open {
  const attributes = new Map<string, string>();
  let isNil = false;
  for (const found of tag.matchAll(
    /\s(?<name>[\p{L}_][\w.:-]{0,100})\s{0,20}=\s{0,20}(?:"(?<double>[^"]*)"|'(?<single>[^']*)')/gu,
  )) {
    const { name = "", double, single } = found.groups ?? {};
    const value = decoded(double ?? single ?? "");
    isNil ||= localName(name) === "nil" && value === "true";
    if (!/^(?:xmlns|xsi|xml)(?::|$)/u.test(name)) {
      attributes.set(localName(name), value);
    }
  }
  const [name = ""] = tag.split(/\s/u, 1);
  return { name: localName(name), attributes, isNil, children: new Map(), text: "" };
}

function add({ children }: Open, element: Open): void {
  const value = element.isNil ? null : valueOf(element);
  const known = children.get(element.name);
  if (known) {
    known.push(value);
  } else {
    children.set(element.name, [value]);
  }
}

function valueOf({ attributes, children, text }: Open): unknown {
  const plain = text.trim();
  if (children.size === 0 && (plain !== "" || attributes.size === 0)) {
    return plain;
  }
  const inner = [...children].map(
    ([name, values]) => [name, values.length === 1 ? values[0] : values] as const,
  );
  // `fromEntries` makes own fields, also of a name such as `__proto__`.
  return Object.fromEntries<unknown>([...attributes, ...inner]);
}

/** What is no tag: a comment, an instruction, a declaration, or text in CDATA. */
function asideAt(
  xml: string,
  start: number,
): { readonly end: number; readonly text: string } | undefined {
  if (xml.startsWith("<![CDATA[", start)) {
    const end = after(xml, "]]>", start);
    return { end, text: end === -1 ? "" : xml.slice(start + "<![CDATA[".length, end - 3) };
  }
  const [, close] = asides.find(([mark]) => xml.startsWith(mark, start)) ?? [];
  return close === undefined ? undefined : { end: after(xml, close, start), text: "" };
}

/** The index behind a tag; a `>` in a quoted attribute does not end it. */
function endOfTag(xml: string, start: number): number {
  let quote = "";
  for (let at = start + 1; at < xml.length && at - start <= maxTag; at += 1) {
    const character = xml.charAt(at);
    if (quote !== "") {
      quote = character === quote ? "" : quote;
    } else if (character === '"' || character === "'") {
      quote = character;
    } else if (character === ">") {
      return at + 1;
    }
  }
  return -1;
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? -1 : at + mark.length;
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1);
}

function decoded(text: string): string {
  return text.replaceAll(
    /&(?:#(?<decimal>\d{1,7})|#x(?<hex>[\da-f]{1,6})|(?<name>\w{2,6}));/giu,
    (whole, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
      if (name !== undefined) {
        return entities.get(name) ?? whole;
      }
      const code = Number.parseInt(decimal ?? hex ?? "", decimal === undefined ? 16 : 10);
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
    },
  );
}
