interface Family {
  readonly model: RegExp;
  readonly picture: number;
  readonly template: number;
  readonly tools: number;
}

/** Families of vocabularies; the first match counts. */
const families: readonly Family[] = [
  { model: /gpt-4o-mini/iu, picture: 48_200, template: 20, tools: 100 },
  { model: /gpt-oss/iu, picture: 4_000, template: 100, tools: 300 },
  { model: /gpt-|chatgpt|(?:^|\/)o\d/iu, picture: 4_000, template: 20, tools: 100 },
  { model: /claude/iu, picture: 5_000, template: 20, tools: 600 },
  { model: /gemini/iu, picture: 4_500, template: 20, tools: 100 },
  { model: /(?:)/u, picture: 16_384, template: 100, tools: 600 },
];

/**
 * The most pages per request (OpenAI and Claude: 100; Gemini's 1,000 are cheaper). With less, a dense document could
 * pass its budget.
 */
const maxPages = 100;
const pageText = 3_000;
const maxPagePicture = 5_000;

export interface InputSize {
  readonly model: unknown;
  readonly bytes: number;
  /** Bytes that a tokenizer adds when it rewrites compatibility forms. */
  readonly expansion: number;
  readonly pictures: number;
  /** PDF files; their pages are not counted. */
  readonly documents: number;
  readonly pictureBytes: number;
  readonly hasTools: boolean;
}

/**
 * The most tokens of an input: no vocabulary makes more tokens of a text than its UTF-8 bytes, and the JSON around a
 * message is longer than its template.
 */
export function mostInputTokens(size: InputSize): number {
  const { model, bytes, expansion, pictures, documents, pictureBytes, hasTools } = size;
  const name = typeof model === "string" ? model.slice(0, 500) : "";
  const text = Math.max(0, bytes - pictureBytes) + expansion;
  const family = families.find((candidate) => candidate.model.test(name));
  if (!family) {
    return text;
  }
  const { picture, template, tools } = family;
  const pages = documents > 0 ? maxPages * (pageText + Math.min(picture, maxPagePicture)) : 0;
  return text + pages + pictures * picture + template + (hasTools ? tools : 0);
}

/** The bytes that NFKC adds, which some vocabularies apply first. */
export function expansionOf(text: string): number {
  // oxlint-disable-next-line no-control-regex -- ASCII has no other form
  return /^[\u0000-\u007f]*$/u.test(text)
    ? 0
    : Math.max(0, Buffer.byteLength(text.normalize("NFKC")) - Buffer.byteLength(text));
}
