export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** A quotation mark is not closed, so the row cannot be trusted. */
  readonly isBroken: boolean;
}

/** A row can only be longer if a quotation mark is missing. */
const maxRowLength = 256 * 1024;
const quote = '"';

/**
 * Parses RFC 4180 in pieces. If a quote is not closed, or text follows a closing quote, only that line becomes a broken
 * row: the rows after it stay readable.
 */
export class CsvParser {
  readonly #delimiter: string;
  #text = "";
  #line = 1;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  get nextLine(): number {
    return this.#line;
  }

  push(text: string): readonly CsvRow[] {
    this.#text += text;
    return this.#rows(false);
  }

  end(): readonly CsvRow[] {
    return this.#rows(true);
  }

  #rows(isEnd: boolean): readonly CsvRow[] {
    const text = this.#text;
    const rows: CsvRow[] = [];
    let start = 0;
    while (start < text.length) {
      const isTooLong = text.length - start > maxRowLength;
      const row =
        this.#rowAt(start, isEnd) ?? (isTooLong ? this.#brokenRowAt(start, true) : undefined);
      if (!row) {
        break;
      }
      if (row.cells.some((cell) => cell.trim() !== "")) {
        rows.push({ line: this.#line, cells: row.cells, isBroken: row.isBroken });
      }
      this.#line += row.lines;
      start = row.end;
    }
    this.#text = text.slice(start);
    return rows;
  }

  #rowAt(start: number, isEnd: boolean): ParsedRow | undefined {
    const text = this.#text;
    const cells: string[] = [];
    let lines = 0;
    let at = start;
    for (;;) {
      const cell = text[at] === quote ? this.#quotedAt(at) : this.#plainAt(at);
      if (cell === "malformed" || (cell === "open" && isEnd)) {
        return this.#brokenRowAt(start, isEnd);
      }
      if (cell === "open") {
        return undefined;
      }
      cells.push(cell.text);
      lines += cell.lines;
      at = cell.end;
      if (text[at] === this.#delimiter) {
        at += 1;
        continue;
      }
      const end = this.#lineEndAt(at, isEnd);
      return end === undefined
        ? undefined
        : { cells, end, lines: lines + (end > at ? 1 : 0), isBroken: false };
    }
  }

  #plainAt(start: number): ParsedCell {
    const text = this.#text;
    let end = start;
    while (end < text.length && !this.#isEndOfCell(text[end])) {
      end += 1;
    }
    return { text: text.slice(start, end), end, lines: 0 };
  }

  /** `open`: the closing quote has not been read. `malformed`: text follows the closing quote. */
  #quotedAt(start: number): ParsedCell | "open" | "malformed" {
    const text = this.#text;
    let content = "";
    let from = start + 1;
    for (;;) {
      const close = text.indexOf(quote, from);
      if (close === -1 || close - start > maxRowLength) {
        return "open";
      }
      content += text.slice(from, close);
      const end = close + 1;
      if (text[end] !== quote) {
        return end === text.length || this.#isEndOfCell(text[end])
          ? { text: content, end, lines: lineEndsIn(content) }
          : "malformed";
      }
      content += quote;
      from = end + 1;
    }
  }

  #brokenRowAt(start: number, isEnd: boolean): ParsedRow | undefined {
    const text = this.#text;
    let at = start;
    while (at < text.length && text[at] !== "\n" && text[at] !== "\r") {
      at += 1;
    }
    const end = this.#lineEndAt(at, isEnd);
    const cells = text.slice(start, at).split(this.#delimiter);
    return end === undefined ? undefined : { cells, end, lines: end > at ? 1 : 0, isBroken: true };
  }

  #lineEndAt(at: number, isEnd: boolean): number | undefined {
    const text = this.#text;
    if (at >= text.length) {
      return isEnd ? at : undefined;
    }
    if (text[at] === "\r" && text[at + 1] === undefined && !isEnd) {
      return undefined;
    }
    return text[at] === "\r" && text[at + 1] === "\n" ? at + 2 : at + 1;
  }

  #isEndOfCell(character: string | undefined): boolean {
    return character === this.#delimiter || character === "\n" || character === "\r";
  }
}

interface ParsedCell {
  readonly text: string;
  readonly end: number;
  readonly lines: number;
}

interface ParsedRow {
  readonly cells: readonly string[];
  readonly end: number;
  readonly lines: number;
  readonly isBroken: boolean;
}

function lineEndsIn(text: string): number {
  return text.match(/\r\n|\r|\n/gu)?.length ?? 0;
}
