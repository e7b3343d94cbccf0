/** What a family of models makes of a request beside its text. */
interface Family {
  readonly model: RegExp;
  /** Of the largest picture. */
  readonly picture: number;
  /** What its template says of its own, beside what it writes around messages. */
  readonly template: number;
  /** What it is told of tools, once. */
  readonly tools: number;
}

/** The first that matches counts; the last matches every name. */
const families: readonly Family[] = [
  { model: /gpt-4o-mini/iu, picture: 48_200, template: 20, tools: 100 },
  { model: /gpt-oss/iu, picture: 4_000, template: 100, tools: 300 },
  { model: /gpt-|chatgpt|(?:^|\/)o\d/iu, picture: 4_000, template: 20, tools: 100 },
  { model: /claude/iu, picture: 5_000, template: 20, tools: 600 },
  { model: /gemini/iu, picture: 4_500, template: 20, tools: 100 },
  { model: /(?:)/u, picture: 16_384, template: 100, tools: 600 },
];

/** What a request is made of, as far as its bound goes. */
export interface InputSize {
  readonly model: unknown;
  /** Of the whole body. */
  readonly bytes: number;
  /** Bytes that a tokenizer makes more of, where it rewrites compatibility forms first. */
  readonly expansion: number;
  readonly pictures: number;
  /** What of the body is a picture's data. */
  readonly pictureBytes: number;
  readonly hasTools: boolean;
}

/**
 * Tokens that a request is never over. No vocabulary makes more tokens of a text than it has bytes in UTF-8, and
 * the JSON around a message has more bytes than a template writes around it.
 */
export function mostInputTokens(size: InputSize): number {
  const { model, bytes, expansion, pictures, pictureBytes, hasTools } = size;
  const name = typeof model === "string" ? model.slice(0, 500) : "";
  const text = Math.max(0, bytes - pictureBytes) + expansion;
  const family = families.find((candidate) => candidate.model.test(name));
  if (!family) {
    return text;
  }
  const { picture, template, tools } = family;
  return text + pictures * picture + template + (hasTools ? tools : 0);
}

/** Bytes that a text gains when its compatibility forms are written out, as some vocabularies have them. */
export function expansionOf(text: string): number {
  // oxlint-disable-next-line no-control-regex -- ASCII has no other form
  return /^[\u0000-\u007f]*$/u.test(text)
    ? 0
    : Math.max(0, Buffer.byteLength(text.normalize("NFKC")) - Buffer.byteLength(text));
}
