const TAB_STOP = 4;

/** Counts columns: a tab reaches the next multiple of four (CommonMark §2.2). */
export class LineCursor {
  readonly line: string;
  offset = 0;
  column = 0;
  #insideTab = false;

  constructor(line: string) {
    this.line = line;
  }

  get contentOffset(): number {
    let at = this.offset;
    while (isSpaceOrTab(this.line[at])) {
      at += 1;
    }
    return at;
  }

  get indent(): number {
    let column = this.column;
    for (let at = this.offset; at < this.line.length; at += 1) {
      const char = this.line[at];
      if (char === "\t") {
        column += TAB_STOP - (column % TAB_STOP);
      } else if (char === " ") {
        column += 1;
      } else {
        break;
      }
    }
    return column - this.column;
  }

  get isBlank(): boolean {
    return this.contentOffset >= this.line.length;
  }

  get content(): string {
    return this.line.slice(this.contentOffset);
  }

  get rest(): string {
    if (!this.#insideTab) {
      return this.line.slice(this.offset);
    }
    const columns = TAB_STOP - (this.column % TAB_STOP);
    return " ".repeat(columns) + this.line.slice(this.offset + 1);
  }

  skipToContent(): void {
    this.skipColumns(this.indent);
  }

  skipCharacters(count: number): void {
    this.offset += count;
    this.column += count;
    this.#insideTab = false;
  }

  skipColumns(count: number): void {
    let left = count;
    while (left > 0 && this.offset < this.line.length) {
      left -= this.#skipOne(left);
    }
  }

  #skipOne(columns: number): number {
    if (this.line[this.offset] !== "\t") {
      this.skipCharacters(1);
      return 1;
    }
    const width = TAB_STOP - (this.column % TAB_STOP);
    const taken = Math.min(columns, width);
    this.#insideTab = width > columns;
    this.column += taken;
    this.offset += this.#insideTab ? 0 : 1;
    return taken;
  }
}

export function isSpaceOrTab(char: string | undefined): boolean {
  return char === " " || char === "\t";
}
