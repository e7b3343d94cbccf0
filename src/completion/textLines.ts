/** The lines of a text without line ends. The editor's document has this form. */
export interface TextLines {
  readonly count: number;
  at(line: number): string;
}

/** A place in the text; `line` counts from 0, `column` in UTF-16 units. */
export interface Cursor {
  readonly line: number;
  readonly column: number;
}

export function linesOf(text: string): TextLines {
  const lines = text.split(/\r\n|\r|\n/u);
  return { count: lines.length, at: (line) => lines[line] ?? "" };
}

/** The last line of `text` and the first line of `lines` form one line. */
export function linesBehind(text: string, lines: TextLines): TextLines {
  const lead = linesOf(text);
  const last = lead.count - 1;
  return {
    count: last + lines.count,
    at: (line) =>
      line < last
        ? lead.at(line)
        : line === last
          ? lead.at(last) + lines.at(0)
          : lines.at(line - last),
  };
}

export function textBefore(lines: TextLines, { line, column }: Cursor, units: number): string {
  let text = lines.at(line).slice(0, column);
  for (let at = line - 1; at >= 0 && text.length < units; at -= 1) {
    text = `${lines.at(at).slice(-units)}\n${text}`;
  }
  return text.slice(-units);
}

export function textAfter(lines: TextLines, { line, column }: Cursor, units: number): string {
  let text = lines.at(line).slice(column);
  for (let at = line + 1; at < lines.count && text.length < units; at += 1) {
    text += `\n${lines.at(at).slice(0, units)}`;
  }
  return text.slice(0, units);
}

export function nextText(lines: TextLines, from: number, most = 40): string | undefined {
  for (let at = from; at < Math.min(lines.count, from + most); at += 1) {
    const line = lines.at(at);
    if (line.trim() !== "") {
      return line;
    }
  }
  return undefined;
}

export function lastText(lines: TextLines, above: number, most = 40): string | undefined {
  for (let at = above - 1; at >= Math.max(0, above - most); at -= 1) {
    const line = lines.at(at);
    if (line.trim() !== "") {
      return line;
    }
  }
  return undefined;
}

export function indentOf(line: string): number {
  const blank = /^[ \t]*/u.exec(line)?.[0] ?? "";
  return blank.length + 3 * (blank.split("\t").length - 1);
}

/** For comparison: without blanks around it, its last `;` or `,`, and the kind of its quotes. */
export function looseLine(line: string): string {
  return line.trim().replace(/[;,]$/u, "").replaceAll(/["'`]/gu, '"');
}
