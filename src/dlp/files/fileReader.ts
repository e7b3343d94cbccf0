import { latin1Of, textOfBytes } from "../encode/bytesText.ts";
import { type FileKind, fileKindOf } from "./fileKind.ts";
import { gzipNames } from "./gzipNames.ts";
import { inflated, type Unread } from "./inflated.ts";
import type { ReadPdf } from "./pdfReading.ts";
import { gifTexts, jpegTexts, pngTexts, webpTexts } from "./pictureTexts.ts";
import { tarMembers } from "./tarMembers.ts";
import { xmlText } from "./xmlText.ts";
import { zipComment, zipMembers } from "./zipMembers.ts";

export interface FileReading {
  readonly file: FileKind;
  /** Why a part of the file was not read. */
  readonly unread?: Unread;
}

/** Files in files: a document in a zip file in a gzip file is at depth 2. */
const maxDepth = 4;
const maxMembers = 10_000;
const maxBytes = 64 * 1_024 * 1_024;

/** Sheets and logs inflate to 100 times their size at most, bombs to 1,000 times. */
const maxRatio = 200;
const freeBytes = 1_024 * 1_024;

const headBytes = 64;

const unknown = { texts: [], files: [], unread: "unknown" } as const;

/** Reads the texts of files by their content. Its limits hold for all files of a request together. */
export class FileReader {
  readonly #pdfOf: ReadPdf;
  #onText: (text: string) => void = () => undefined;
  #members = maxMembers;
  #bytes = maxBytes;
  #unread: Unread | undefined;

  constructor(readPdf: ReadPdf = () => undefined) {
    this.#pdfOf = readPdf;
  }

  /** A file of plain text is not reported: the request's own texts include it. */
  read(bytes: Uint8Array, onText: (text: string) => void): FileReading {
    if (fileKindOf(bytes) === "other" && textOfBytes(bytes.subarray(0, headBytes))) {
      return { file: "text" };
    }
    this.#unread = undefined;
    this.#onText = onText;
    const file = this.#read(bytes, 0);
    const unread = this.#noted();
    return { file, ...(unread && { unread }) };
  }

  #read(bytes: Uint8Array, depth: number): FileKind {
    const kind = fileKindOf(bytes);
    switch (kind) {
      case "png":
        this.#readPng(bytes, depth);
        break;
      case "jpeg":
        this.#report(jpegTexts(bytes));
        break;
      case "webp":
        this.#report(webpTexts(bytes));
        break;
      case "gif":
        this.#report(gifTexts(bytes));
        break;
      case "zip":
        this.#readZip(bytes, depth);
        break;
      case "gzip":
        this.#report(gzipNames(bytes).map(latin1Of));
        this.#below(this.#inflate(bytes, "gzip"), depth);
        break;
      case "tar":
        this.#readTar(bytes, depth);
        break;
      case "pdf":
        this.#readPdf(bytes, depth);
        break;
      case "audio":
        this.#note("unknown");
        break;
      case "other":
        return this.#readText(bytes);
      default:
        return kind satisfies never;
    }
    return kind;
  }

  #readText(bytes: Uint8Array): FileKind {
    const text = isUtf16be(bytes)
      ? new TextDecoder("utf-16be").decode(bytes)
      : textOfBytes(bytes)?.text;
    if (text === undefined && bytes.length > 0) {
      this.#note("unknown");
      return "other";
    }
    this.#report([text?.trimStart().startsWith("<") ? xmlText(text) : (text ?? "")]);
    return "text";
  }

  #readPng(bytes: Uint8Array, depth: number): void {
    const { texts, rest } = pngTexts(bytes, (packed) => this.#inflate(packed, "zlib"));
    this.#report(texts);
    this.#below(rest, depth);
  }

  #readZip(bytes: Uint8Array, depth: number): void {
    const members = zipMembers(bytes);
    if (!members) {
      this.#note("broken");
      return;
    }
    const comments = [...members.map(({ comment }) => comment), zipComment(bytes)];
    this.#report([...members.map(({ name }) => name), ...comments].map(latin1Of));
    for (const { packed, isDeflated, fault } of members) {
      if (fault) {
        this.#note(fault);
      } else {
        this.#below(isDeflated ? this.#inflate(packed, "raw") : packed, depth);
      }
    }
  }

  #readTar(bytes: Uint8Array, depth: number): void {
    const members = tarMembers(bytes);
    this.#report(members.map(({ name }) => latin1Of(name)));
    for (const { content } of members) {
      this.#below(content, depth);
    }
  }

  #readPdf(bytes: Uint8Array, depth: number): void {
    const { texts, files, unread } = this.#pdfOf(bytes) ?? unknown;
    this.#report(texts);
    for (const file of files) {
      this.#below(file, depth);
    }
    if (unread) {
      this.#note(unread);
    }
  }

  #below(bytes: Uint8Array, depth: number): void {
    if (bytes.length === 0) {
      return;
    }
    this.#members -= 1;
    if (depth >= maxDepth || this.#members < 0) {
      this.#note("limit");
    } else {
      this.#read(bytes, depth + 1);
    }
  }

  #inflate(packed: Uint8Array, form: "raw" | "zlib" | "gzip"): Uint8Array {
    const most = Math.min(this.#bytes, Math.max(freeBytes, packed.length * maxRatio));
    const { bytes, fault } = inflated(packed, form, most);
    this.#bytes -= bytes.length;
    if (fault) {
      this.#note(fault);
    }
    return bytes;
  }

  #report(texts: readonly string[]): void {
    const text = texts.join("\n");
    if (text !== "") {
      this.#onText(text);
    }
  }

  #noted(): Unread | undefined {
    return this.#unread;
  }

  #note(unread: Unread): void {
    this.#unread ??= unread;
  }
}

/** Only with its byte order mark. */
function isUtf16be(bytes: Uint8Array): boolean {
  return bytes[0] === 0xfe && bytes[1] === 0xff;
}
