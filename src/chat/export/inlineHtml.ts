import { escapeHtml } from "../../shared/text/escapeHtml.ts";

/** Longer text is only escaped, to bound the time. */
const maxLength = 20_000;

const pattern =
  /(?<ticks>`{1,3})(?<code>[^`\n]{1,1000})\k<ticks>|(?<image>!?)\[(?<label>[^[\]\n]{0,500})\]\((?<address>[^()\s]{1,2000})\)|(?<bold>\*\*|__)(?=\S)(?<strong>[^*_\n]{1,1000})\k<bold>|(?<![\w*])\*(?=[^\s*])(?<em>[^*\n]{1,1000})\*|~~(?<del>[^~\n]{1,1000})~~|\[\^(?<note>[^\s[\]\\]{1,40})\]|<(?<tag>kbd|sub|sup)>(?<tagged>[^<\n]{1,200})<\/\k<tag>>/gu;

export function inlineHtml(text: string, notes: ReadonlySet<string>): string {
  if (text.length > maxLength) {
    return escapeHtml(text);
  }
  const pieces: string[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    pieces.push(escapeHtml(text.slice(at, match.index)), elementOf(match, notes));
    at = match.index + match[0].length;
  }
  pieces.push(escapeHtml(text.slice(at)));
  return pieces.join("");
}

function elementOf(
  { 0: source, groups = {} }: RegExpMatchArray,
  notes: ReadonlySet<string>,
): string {
  const { code, label, address, image, strong, em, del, tag, tagged, note } = groups;
  if (code !== undefined) {
    return `<code>${escapeHtml(code)}</code>`;
  }
  if (label !== undefined && address !== undefined) {
    return linkOf({ label, address, isImage: image === "!" }, notes);
  }
  if (strong !== undefined) {
    return `<strong>${inlineHtml(strong, notes)}</strong>`;
  }
  if (em !== undefined) {
    return `<em>${inlineHtml(em, notes)}</em>`;
  }
  if (tag !== undefined && tagged !== undefined) {
    return `<${tag}>${inlineHtml(tagged, notes)}</${tag}>`;
  }
  if (note !== undefined && notes.has(note)) {
    return `<sup>${escapeHtml(note)}</sup>`;
  }
  return del === undefined ? escapeHtml(source) : `<del>${inlineHtml(del, notes)}</del>`;
}

interface Link {
  readonly label: string;
  readonly address: string;
  readonly isImage: boolean;
}

/** Only web addresses become links; images are never fetched. */
function linkOf({ label, address, isImage }: Link, notes: ReadonlySet<string>): string {
  const isWeb = /^https?:\/\//iu.test(address);
  if (isImage || !isWeb) {
    return escapeHtml(isImage ? `[${label}]` : `${label} (${address})`);
  }
  return `<a href="${escapeHtml(address)}" rel="noopener noreferrer">${inlineHtml(label, notes)}</a>`;
}
