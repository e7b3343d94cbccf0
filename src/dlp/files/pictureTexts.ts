import { latin1Of } from "../encode/bytesText.ts";
import type { Inflated } from "./inflated.ts";

/** Inflates a zlib stream within the limits of the request. */
type InflateZlib = (packed: Uint8Array) => Inflated["bytes"];

const utf8 = new TextDecoder();

/** Pixels, palettes and colour profiles: they have no text. */
const pngWithoutText: ReadonlySet<string> = new Set([
  "IHDR",
  "PLTE",
  "IDAT",
  "IEND",
  "tRNS",
  "iCCP",
  "fdAT",
  "fcTL",
  "acTL",
]);

/** Texts of a PNG (third edition, 11.3.3), and the bytes after its end. */
export function pngTexts(
  bytes: Uint8Array,
  inflate: InflateZlib,
): { readonly texts: readonly string[]; readonly rest: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts: string[] = [];
  let at = 8;
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at);
    const type = latin1Of(bytes.subarray(at + 4, at + 8));
    const data = bytes.subarray(at + 8, at + 8 + length);
    at += 12 + length;
    if (type === "IEND") {
      return { texts, rest: bytes.subarray(at) };
    }
    if (!pngWithoutText.has(type)) {
      texts.push(pngChunkText(type, data, inflate));
    }
  }
  return { texts, rest: bytes.subarray(bytes.length) };
}

function pngChunkText(type: string, data: Uint8Array, inflate: InflateZlib): string {
  const keyEnd = data.indexOf(0);
  const keyword = latin1Of(data.subarray(0, Math.max(0, keyEnd)));
  if (type === "tEXt" && keyEnd >= 0) {
    return `${keyword}: ${latin1Of(data.subarray(keyEnd + 1))}`;
  }
  if (type === "zTXt" && keyEnd >= 0) {
    return `${keyword}: ${latin1Of(inflate(data.subarray(keyEnd + 2)))}`;
  }
  if (type === "iTXt" && keyEnd >= 0) {
    const languageEnd = data.indexOf(0, keyEnd + 3);
    const translatedEnd = data.indexOf(0, languageEnd + 1);
    const translated = utf8.decode(data.subarray(languageEnd + 1, translatedEnd));
    const text = data.subarray(translatedEnd + 1);
    const plain = data[keyEnd + 1] === 1 ? inflate(text) : text;
    return `${keyword} ${translated}: ${utf8.decode(plain)}`;
  }
  return printedTexts(data);
}

/** Texts of a JPEG's comments, EXIF, IPTC and XMP, which precede its pixels. */
export function jpegTexts(bytes: Uint8Array): readonly string[] {
  const texts: string[] = [];
  let at = 2;
  while (bytes[at] === 0xff && at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    if (marker === startOfScan || length < 2) {
      break;
    }
    if (jpegWithText.has(marker)) {
      texts.push(printedTexts(bytes.subarray(at + 4, at + 2 + length)));
    }
    at += 2 + length;
  }
  return texts;
}

const startOfScan = 0xda;
/** COM, APP1 with EXIF and XMP, APP13 with IPTC. */
const jpegWithText: ReadonlySet<number> = new Set([0xfe, 0xe1, 0xed]);

/** EXIF and XMP of a WebP; its other chunks are pixels. */
export function webpTexts(bytes: Uint8Array): readonly string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts: string[] = [];
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = view.getUint32(at + 4, true);
    if (/^(?:EXIF|XMP )$/u.test(latin1Of(bytes.subarray(at, at + 4)))) {
      texts.push(printedTexts(bytes.subarray(at + 8, at + 8 + length)));
    }
    at += 8 + length + (length % 2);
  }
  return texts;
}

const gifExtension = /![\xFE\xFF][^\0]{6,}/gu;

/** Comments and XMP of a GIF (GIF89a, 24 to 26), which end with a zero byte; not its pixels. */
export function gifTexts(bytes: Uint8Array): readonly string[] {
  const extensions = latin1Of(bytes).match(gifExtension) ?? [];
  return extensions.map(printed);
}

const printedRun = /(?:[\x20-\x7E\xA0-\xFF]\0){6,}|[\t\n\r\x20-\x7E\x80-\xFF]{6,}/gu;

/** Texts of at least six characters between other bytes, in one byte or two per character. */
function printedTexts(bytes: Uint8Array): string {
  return printed(latin1Of(bytes));
}

function printed(text: string): string {
  const runs = text.match(printedRun) ?? [];
  return runs.map((run) => run.replaceAll("\0", "")).join("\n");
}
