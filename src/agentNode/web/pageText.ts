import type { PageBody } from "./pageRequest.ts";

/** The most text of a page, in UTF-8 bytes. */
const maxText = 200 * 1024;

/** A page's text; a text for the model if it has none. */
export async function pageText(
  body: PageBody,
): Promise<{ readonly problem: string } | { readonly text: string; readonly isCut: boolean }> {
  const { type, bytes } = body;
  const kind = /^[^;,\s]*/u.exec(type)?.[0].toLowerCase() ?? "";
  const isHtml = kind === "" || kind === "text/html" || kind === "application/xhtml+xml";
  if (!isHtml && !/^(?:text\/.*|application\/(?:.*\+)?(?:json|xml|javascript|yaml))$/u.test(kind)) {
    return { problem: `The page is no text: ${kind.slice(0, 100)}.` };
  }
  const decoded = decode(bytes, type, isHtml);
  if (decoded.includes("\0")) {
    return { problem: "The page is no text." };
  }
  const { htmlText } = await import("./htmlText.ts");
  const { text, isCut } = isHtml ? htmlText(decoded) : { text: decoded, isCut: false };
  const kept = utf8Part(text);
  return { text: kept, isCut: isCut || body.isCut || kept.length < text.length };
}

/** Decodes by byte order mark, header, then `meta`; else as UTF-8, or as Windows-1252 if the bytes are no UTF-8. */
function decode(bytes: Uint8Array, type: string, isHtml: boolean): string {
  const head = Buffer.from(bytes.subarray(0, 2_048)).toString("latin1");
  const label =
    markOf(bytes) ??
    /charset\s*=\s*["']?([\w.:-]+)/iu.exec(type)?.[1] ??
    (isHtml ? /<meta[^>]{0,500}?charset\s*=\s*["']?\s*([\w.:-]+)/iu.exec(head)?.[1] : undefined);
  const named = label === undefined ? undefined : decoderOf(label);
  if (named) {
    return named.decode(bytes);
  }
  try {
    // The last character may be cut.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function markOf(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) {
    return "utf-8";
  }
  if (first === 0xfe && second === 0xff) {
    return "utf-16be";
  }
  return first === 0xff && second === 0xfe ? "utf-16le" : undefined;
}

/** Undefined for an unknown name. */
function decoderOf(label: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

/** The beginning of a text that has at most `maxText` bytes. */
function utf8Part(text: string): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxText));
  return text.slice(0, read);
}
