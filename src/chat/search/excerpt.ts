import { maskText } from "../../dlp/mask/maskText.ts";
import { scanOutbound } from "../../dlp/scanOutbound.ts";
import type { Conversation } from "../../shared/conversation/conversation.ts";
import { messageText } from "../../shared/conversation/transcript.ts";
import { foldText, foldWithSource } from "../../shared/text/foldText.ts";

const leadLength = 40;
const maxLength = 200;
const contextLength = 1000;

export interface Excerpt {
  readonly messageId: string;
  readonly text: string;
  readonly marks: readonly { readonly start: number; readonly end: number }[];
}

type SearchResult =
  | { readonly isFound: false }
  | { readonly isFound: true; readonly excerpt?: Excerpt };

export function searchConversation(
  conversation: Conversation,
  title: string,
  terms: readonly string[],
): SearchResult {
  const missing = new Set(terms);
  const foldedTitle = foldText(title);
  const note = (folded: string): number => {
    const found = terms.filter((term) => folded.includes(term));
    for (const term of found) {
      missing.delete(term);
    }
    return found.length;
  };
  note(foldedTitle);
  let best: { readonly messageId: string; readonly text: string } | undefined;
  let most = 0;
  for (const message of conversation.messages) {
    const text = messageText(message);
    const count = note(foldText(text));
    if (count > most) {
      most = count;
      best = { messageId: message.id, text };
    }
    if (most === terms.length) {
      break;
    }
  }
  if (missing.size > 0) {
    return { isFound: false };
  }
  return { isFound: true, ...(best && { excerpt: excerptOf(best, terms) }) };
}

function excerptOf(
  { messageId, text }: { readonly messageId: string; readonly text: string },
  terms: readonly string[],
): Excerpt {
  const folded = foldWithSource(text);
  const first = Math.min(
    ...terms.map((term) => folded.text.indexOf(term)).filter((index) => index !== -1),
  );
  const wanted = startOfExcerpt(text, folded.sourceIndex(first));
  const { start, end: stop, piece } = maskedPiece(text, wanted);
  const lead = start > 0 ? "…" : "";
  const end = stop < text.length ? "…" : "";
  // Each white space character becomes one space: offsets stay valid.
  const shown = lead + piece.replaceAll(/\s/gu, " ") + end;
  return { messageId, text: shown, marks: marksIn(shown, terms) };
}

/** Masks a piece of the text; a value at its edge is included whole. */
function maskedPiece(
  text: string,
  wanted: number,
): { readonly start: number; readonly end: number; readonly piece: string } {
  const from = Math.max(0, wanted - contextLength);
  const findings = scanOutbound(text.slice(from, wanted + maxLength + contextLength)).map(
    (finding) => ({ ...finding, start: finding.start + from, end: finding.end + from }),
  );
  const isOver = (at: number) => findings.find(({ start, end }) => start < at && end > at);
  const start = isOver(wanted)?.start ?? wanted;
  const cut = text.slice(wanted, wanted + maxLength).replace(/[\uD800-\uDBFF]$/u, "");
  const end = isOver(wanted + cut.length)?.end ?? wanted + cut.length;
  const inside = findings
    .filter((finding) => finding.start >= start && finding.end <= end)
    .map((finding) => ({ ...finding, start: finding.start - start, end: finding.end - start }));
  return { start, end, piece: maskText(text.slice(start, end), inside) };
}

function startOfExcerpt(text: string, hit: number): number {
  if (hit <= leadLength) {
    return 0;
  }
  const from = hit - leadLength;
  const space = text.slice(from, hit).search(/\s\S/u);
  const start = space === -1 ? from : from + space + 1;
  return /[\uDC00-\uDFFF]/u.test(text.charAt(start)) ? start + 1 : start;
}

function marksIn(text: string, terms: readonly string[]): Excerpt["marks"] {
  const folded = foldWithSource(text);
  const found: { start: number; end: number }[] = [];
  for (const term of terms) {
    for (
      let index = folded.text.indexOf(term);
      index !== -1;
      index = folded.text.indexOf(term, index + term.length)
    ) {
      found.push({
        start: folded.sourceIndex(index),
        end: folded.sourceIndex(index + term.length),
      });
    }
  }
  const marks: { start: number; end: number }[] = [];
  for (const mark of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = marks.at(-1);
    if (last && mark.start < last.end) {
      last.end = Math.max(last.end, mark.end);
    } else {
      marks.push(mark);
    }
  }
  return marks;
}
