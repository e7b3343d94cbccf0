import { escapeHtml } from "./escapeHtml.ts";

/** Longer text is not marked up, so that it cannot take long. */
const maxLength = 20_000;

/** A code span, a link or image, emphasis, or a key and the like. Each is bounded, so that unclosed marks cost little. */
const pattern =
  /(?<ticks>`{1,3})(?<code>[^`\n]{1,1000})\k<ticks>|(?<image>!?)\[(?<label>[^[\]\n]{0,500})\]\((?<address>[^()\s]{1,2000})\)|(?<bold>\*\*|__)(?=\S)(?<strong>[^*_\n]{1,1000})\k<bold>|(?<![\w*])\*(?=[^\s*])(?<em>[^*\n]{1,1000})\*|~~(?<del>[^~\n]{1,1000})~~|<(?<tag>kbd|sub|sup)>(?<tagged>[^<\n]{1,200})<\/\k<tag>>/gu;

/** Turns one run of Markdown text into HTML; unknown syntax stays as it was written. */
export function inlineHtml(text: string): string {
  if (text.length > maxLength) {
    return escapeHtml(text);
  }
  const pieces: string[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    pieces.push(escapeHtml(text.slice(at, match.index)), elementOf(match[0], match.groups ?? {}));
    at = match.index + match[0].length;
  }
  pieces.push(escapeHtml(text.slice(at)));
  return pieces.join("");
}

function elementOf(source: string, groups: Readonly<Record<string, string | undefined>>): string {
  const { code, label, address, image, strong, em, del, tag, tagged } = groups;
  if (code !== undefined) {
    return `<code>${escapeHtml(code)}</code>`;
  }
  if (label !== undefined && address !== undefined) {
    return linkOf(label, address, image === "!");
  }
  if (strong !== undefined) {
    return `<strong>${inlineHtml(strong)}</strong>`;
  }
  if (em !== undefined) {
    return `<em>${inlineHtml(em)}</em>`;
  }
  if (tag !== undefined && tagged !== undefined) {
    return `<${tag}>${inlineHtml(tagged)}</${tag}>`;
  }
  return del === undefined ? escapeHtml(source) : `<del>${inlineHtml(del)}</del>`;
}

/** A link only if a person can open its address; images are never fetched. */
function linkOf(label: string, address: string, isImage: boolean): string {
  const isWeb = /^https?:\/\//iu.test(address);
  if (isImage || !isWeb) {
    return escapeHtml(isImage ? `[${label}]` : `${label} (${address})`);
  }
  return `<a href="${escapeHtml(address)}" rel="noopener noreferrer">${inlineHtml(label)}</a>`;
}
