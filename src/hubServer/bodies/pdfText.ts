import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from "unpdf/pdfjs";

import type { Unread } from "../../dlp/files/inflated.ts";
import type { PdfReading } from "../../dlp/files/pdfReading.ts";
import { isRecord } from "../../shared/base/json.ts";
import type { PdfLibrary } from "./pdfBounds.ts";

const maxPages = 2_000;
/** Characters of all PDFs together. */
const maxLength = 8_000_000;

const options = {
  // All messages: some errors are only reported there.
  verbosity: 5,
  useSystemFonts: true,
  disableFontFace: true,
  isEvalSupported: false,
  useWasm: false,
  useWorkerFetch: false,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  // No picture is decoded; each causes a message.
  maxImageSize: 0,
};

class LimitError extends Error {}

interface Pages {
  readonly texts: string[];
  readonly files: Uint8Array[];
  readonly withoutText: number[];
  isForm: boolean;
}

/** Reads the texts of PDFs: pages, forms, notes, outline, properties and attached files. */
export class PdfText {
  readonly #library: PdfLibrary;
  #length = 0;

  constructor(library: PdfLibrary) {
    this.#library = library;
  }

  async read(bytes: Uint8Array): Promise<PdfReading> {
    const pages = newPages();
    const fault = await this.#open(bytes, true, (document) => this.#readAll(document, pages));
    if (fault === "broken") {
      // Many programs write small errors, and a model gets the text around them.
      const around = newPages();
      await this.#open(bytes, false, (document) => this.#readAll(document, around, true));
      return { texts: around.texts, files: around.files, unread: "broken" };
    }
    const unread =
      fault ?? (pages.isForm ? "unknown" : await this.#pictureIn(bytes, pages.withoutText));
    return { texts: pages.texts, files: pages.files, ...(unread && { unread }) };
  }

  /** The reason why it was not read as a whole. */
  async #open(
    bytes: Uint8Array,
    stopAtErrors: boolean,
    read: (document: PDFDocumentProxy) => Promise<void>,
  ): Promise<Unread | undefined> {
    this.#library.messages.length = 0;
    const task = getDocument({ ...options, data: bytes.slice(), stopAtErrors });
    try {
      await read(await task.promise);
      return this.#hasMessage(/\b(?:stream|filter)\b/iu) ? "broken" : undefined;
    } catch (error) {
      const isLimit = error instanceof LimitError || this.#library.isExhausted();
      const isLocked = error instanceof Error && error.name === "PasswordException";
      return isLimit ? "limit" : isLocked ? "encrypted" : "broken";
    } finally {
      await task.destroy();
    }
  }

  async #readAll(document: PDFDocumentProxy, pages: Pages, skipsErrors = false): Promise<void> {
    const { info, metadata } = await document.getMetadata();
    pages.isForm = isRecord(info) && info["IsXFAPresent"] === true;
    this.#add(pages, [...stringsIn(info), String(metadata?.getRaw() ?? "")]);
    this.#add(pages, stringsIn(await document.getOutline()));
    pages.files.push(...bytesIn(await document.getAttachments()));
    for (let number = 1; number <= document.numPages; number += 1) {
      if (number > maxPages) {
        throw new LimitError();
      }
      try {
        await this.#readPage(await document.getPage(number), pages);
      } catch (error) {
        if (!skipsErrors || error instanceof LimitError || this.#library.isExhausted()) {
          throw error;
        }
      }
    }
  }

  async #readPage(page: PDFPageProxy, pages: Pages): Promise<void> {
    const { items } = await page.getTextContent();
    const text = items
      .map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : ""))
      .join("");
    this.#add(pages, [text]);
    if (text.trim() === "") {
      pages.withoutText.push(page.pageNumber);
    }
    const notes: unknown = await page.getAnnotations();
    this.#add(pages, stringsIn(notes));
    pages.files.push(...bytesIn(notes));
    page.cleanup();
  }

  async #pictureIn(bytes: Uint8Array, numbers: readonly number[]): Promise<Unread | undefined> {
    if (numbers.length === 0) {
      return undefined;
    }
    let hasPicture = false;
    const fault = await this.#open(bytes, false, async (document) => {
      for (const number of numbers) {
        await (await document.getPage(number)).getOperatorList();
        hasPicture ||= this.#hasMessage(/\bimage exceeded\b/iu);
        if (hasPicture) {
          return;
        }
      }
    });
    return hasPicture ? "picture" : fault;
  }

  #hasMessage(pattern: RegExp): boolean {
    return this.#library.messages.some((message) => pattern.test(message));
  }

  #add({ texts }: Pages, more: readonly string[]): void {
    for (const text of more) {
      this.#length += text.length;
      if (this.#length > maxLength) {
        throw new LimitError();
      }
      texts.push(text);
    }
  }
}

function newPages(): Pages {
  return { texts: [], files: [], withoutText: [], isForm: false };
}

/** Times have as many digits as some sensitive numbers. */
const times: ReadonlySet<string> = new Set([
  "CreationDate",
  "ModDate",
  "creationDate",
  "modificationDate",
]);

function stringsIn(value: unknown): readonly string[] {
  return [...valuesIn(value)].filter((item) => typeof item === "string");
}

function bytesIn(value: unknown): readonly Uint8Array[] {
  return [...valuesIn(value)].filter((item) => item instanceof Uint8Array);
}

function valuesIn(value: unknown): ReadonlySet<unknown> {
  const values = new Set([value]);
  // The loop also reaches what it adds.
  for (const item of values) {
    const isGroup = typeof item === "object" && item !== null && !ArrayBuffer.isView(item);
    for (const [key, inner] of isGroup ? Object.entries(item) : []) {
      if (!times.has(key)) {
        values.add(inner);
      }
    }
  }
  return values;
}
