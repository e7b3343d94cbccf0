import type { Alignment } from "./blockTypes.ts";

export function splitRow(line: string): string[] {
  const row = line.trim();
  const cells: string[] = [];
  let start = row.startsWith("|") ? 1 : 0;
  for (let at = start; at < row.length; at += 1) {
    if (row[at] === "\\") {
      at += 1;
    } else if (row[at] === "|") {
      cells.push(cellText(row.slice(start, at)));
      start = at + 1;
    }
  }
  if (start < row.length || cells.length === 0) {
    cells.push(cellText(row.slice(start)));
  }
  return cells;
}

function cellText(raw: string): string {
  return raw.trim().replaceAll("\\|", "|");
}

const delimiterRow = /^[ \t]*[|:-][|: \t-]*$/;
const delimiterCell = /^:?-+:?$/;

export function parseDelimiterRow(line: string): Alignment[] | undefined {
  if (!delimiterRow.test(line) || !/[|:]/.test(line)) {
    return undefined;
  }
  const cells = splitRow(line);
  return cells.every((cell) => delimiterCell.test(cell)) ? cells.map(alignmentOf) : undefined;
}

function alignmentOf(cell: string): Alignment {
  if (cell.startsWith(":")) {
    return cell.endsWith(":") ? "center" : "left";
  }
  return cell.endsWith(":") ? "right" : undefined;
}
