import { type CsvRow, CsvParser } from "./csvParser.ts";
import { CsvDecoder, type DecodedText } from "./decoder.ts";
import { type CsvFormat, separatorLine } from "./dialect.ts";
import { headerIndex, joinedHeader, maxTitleRows } from "./headerRow.ts";

export interface ReadCsvRow extends CsvRow {
  readonly isOddlyEncoded: boolean;
}

/** Includes title lines. Only the present row is in memory. */
export async function* csvRows(
  source: AsyncIterable<Uint8Array>,
  { encoding, delimiter }: CsvFormat,
): AsyncGenerator<ReadCsvRow> {
  const reader = new RowReader(new CsvDecoder(encoding), new CsvParser(delimiter));
  for await (const bytes of source) {
    yield* reader.push(bytes);
  }
  yield* reader.end();
}

export async function* tableRows(
  source: AsyncIterable<Uint8Array>,
  format: CsvFormat,
): AsyncGenerator<ReadCsvRow> {
  let first: ReadCsvRow[] | undefined = [];
  for await (const row of csvRows(source, format)) {
    if (first === undefined) {
      yield row;
    } else if (first.push(row) === maxTitleRows) {
      yield* fromHeader(first);
      first = undefined;
    }
  }
  yield* fromHeader(first ?? []);
}

/** Joins a header of two rows: `Estoque` above `Disponível` becomes `Estoque Disponível`. */
function fromHeader(rows: readonly ReadCsvRow[]): readonly ReadCsvRow[] {
  const table = rows.map(({ cells }) => cells);
  const index = headerIndex(table);
  const [header, ...others] = rows.slice(index);
  const joined = joinedHeader(table.slice(index), table[index - 1]);
  return !header || !joined
    ? rows.slice(index)
    : [{ ...header, cells: joined.titles }, ...others.slice(joined.rows - 1)];
}

class RowReader {
  readonly #decoder: CsvDecoder;
  readonly #parser: CsvParser;
  #oddLines: readonly number[] = [];
  #lines = 1;
  #isStart = true;

  constructor(decoder: CsvDecoder, parser: CsvParser) {
    this.#decoder = decoder;
    this.#parser = parser;
  }

  *push(bytes: Uint8Array): Generator<ReadCsvRow> {
    yield* this.#rowsOf(this.#decoder.push(bytes), false);
  }

  *end(): Generator<ReadCsvRow> {
    yield* this.#rowsOf(this.#decoder.end(), true);
  }

  *#rowsOf({ text, oddLines }: DecodedText, isEnd: boolean): Generator<ReadCsvRow> {
    this.#oddLines = [...this.#oddLines, ...oddLines.map((line) => this.#lines + line)];
    this.#lines += text.split("\n").length - 1;
    const content = this.#isStart ? text.replace(/^\uFEFF/u, "") : text;
    const rows = [...this.#parser.push(content), ...(isEnd ? this.#parser.end() : [])];
    for (const [index, row] of rows.entries()) {
      const isSeparatorLine =
        this.#isStart && row.line === 1 && separatorLine(row.cells.join(";")) !== undefined;
      const nextLine = rows[index + 1]?.line ?? this.#parser.nextLine;
      if (!isSeparatorLine) {
        yield { ...row, isOddlyEncoded: this.#isOdd(row.line, nextLine) };
      }
    }
    this.#isStart &&= text === "";
  }

  #isOdd(line: number, nextLine: number): boolean {
    const isOdd = this.#oddLines.some((odd) => odd >= line && odd < nextLine);
    this.#oddLines = this.#oddLines.filter((odd) => odd >= nextLine);
    return isOdd;
  }
}
