const maxRow = 400;
const delimiters = [",", ";", "\t", "|"] as const;

interface Table {
  readonly start: number;
  end: number;
  readonly delimiter: string;
  readonly names: readonly string[];
}

export class Columns {
  readonly #text: string;
  #tables: readonly Table[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  nameAt(place: number): string | undefined {
    this.#tables ??= tablesIn(this.#text);
    const table = tableAt(this.#tables, place);
    if (!table) {
      return undefined;
    }
    const rowStart = this.#text.lastIndexOf("\n", place - 1) + 1;
    return rowStart > table.start
      ? table.names[countOf(this.#text.slice(rowStart, place), table.delimiter)]
      : undefined;
  }
}

function tableAt(tables: readonly Table[], place: number): Table | undefined {
  let low = 0;
  let high = tables.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((tables[middle]?.start ?? 0) <= place) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const table = tables[low - 1];
  return table && place < table.end ? table : undefined;
}

function tablesIn(text: string): readonly Table[] {
  const tables: Table[] = [];
  for (let start = 0, table: Table | undefined; start < text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const line = end - start > maxRow ? "" : text.slice(start, end);
    if (table && countOf(line, table.delimiter) === table.names.length - 1) {
      table.end = end;
    } else {
      table = tableFrom(line, start);
      tables.push(...(table ? [table] : []));
    }
    start = end + 1;
  }
  return tables;
}

function tableFrom(line: string, start: number): Table | undefined {
  if (/\d{5}|@/u.test(line)) {
    return undefined;
  }
  const [delimiter, count] = delimiters
    .map((sign) => [sign, countOf(line, sign)] as const)
    .reduce((most, next) => (next[1] > most[1] ? next : most));
  return count === 0
    ? undefined
    : { start, end: start, delimiter, names: line.split(delimiter).slice(0, count + 1) };
}

function countOf(line: string, delimiter: string): number {
  let count = 0;
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '"') {
      isQuoted = !isQuoted;
    } else if (character === delimiter && !isQuoted) {
      count += 1;
    }
  }
  return count;
}
