import type { Cursor } from "./textLines.ts";

export interface TextChange {
  readonly start: Cursor;
  readonly removed: number;
  readonly text: string;
}

export interface Offered {
  readonly file: string;
  readonly cursor: Cursor;
  readonly text: string;
}

/** `goesOn`: the person typed along the offer, or accepted a part. */
export type OfferOutcome = "goesOn" | "taken" | "rejected" | "left" | "none";

/** Infers from the file's changes whether an offer was accepted, because the editor does not report it. */
export class FollowedOffer {
  #offer: Offered | undefined;
  #before: Offered | undefined;

  offered(offer: Offered): void {
    this.#offer = offer;
    this.#before = undefined;
  }

  /** `isComposed`: an input method replaced the text of the last change. */
  changed(file: string, change: TextChange, isComposed = false): OfferOutcome {
    const offer = isComposed ? this.#before : this.#offer;
    this.#before = offer;
    return this.#judge(offer, file, isComposed ? { ...change, removed: 0 } : change);
  }

  #judge(
    offer: Offered | undefined,
    file: string,
    { start, removed, text }: TextChange,
  ): OfferOutcome {
    if (!offer || offer.file !== file) {
      return "none";
    }
    this.#offer = undefined;
    const { cursor } = offer;
    if (start.line !== cursor.line || start.column > cursor.column) {
      return "left";
    }
    // An accepted text replaces the line from its start or from the cursor, so the editor may send the typed part
    // again.
    const again = cursor.column - start.column;
    const added = typedPart(text.slice(again).replaceAll("\r\n", "\n"), offer.text);
    if (start.column < cursor.column && removed < again) {
      return text === "" ? "rejected" : "left";
    }
    if (added === "" || !offer.text.startsWith(added)) {
      return "rejected";
    }
    if (added.length === offer.text.length) {
      return "taken";
    }
    this.#offer = {
      file,
      cursor: cursorAfter(cursor, added),
      text: offer.text.slice(added.length),
    };
    return "goesOn";
  }

  forget(): void {
    this.#offer = undefined;
    this.#before = undefined;
  }
}

function typedPart(written: string, offered: string): string {
  return pairs.has(written) && !offered.startsWith(written) ? written.slice(0, 1) : written;
}

const pairs: ReadonlySet<string> = new Set(["()", "[]", "{}", '""', "''", "``", "<>"]);

function cursorAfter({ line, column }: Cursor, text: string): Cursor {
  const lines = text.split("\n");
  const last = lines.at(-1) ?? "";
  return lines.length === 1
    ? { line, column: column + last.length }
    : { line: line + lines.length - 1, column: last.length };
}
