import type { Sequence, SequenceRow } from "./parseSequence.ts";
import { arrowHead, measured, picture, svg, textAt } from "./svg.ts";

const rowHeight = 40;
const boxHeight = 36;
const margin = 8;
const selfWidth = 36;

type Columns = ReadonlyMap<string, number>;

export function drawSequence({ participants, rows }: Sequence, label: string): SVGElement {
  const columns = columnsOf(participants, rows);
  const right = Math.max(...columns.values());
  const lastName = [...participants.values()].at(-1) ?? "";
  const width = right + Math.max(measured(lastName).width / 2 + 20, selfRoom(rows)) + margin;
  const top = margin + boxHeight;
  const heights = rows.map(heightOf);
  const height = top + heights.reduce((sum, next) => sum + next, 16) + margin;
  const drawing = picture(width, height, label);
  for (const [id, x] of columns) {
    const name = participants.get(id) ?? id;
    const boxWidth = measured(name).width + 24;
    drawing.append(
      svg("line", "dg-life", { x1: x, y1: top, x2: x, y2: height - margin }),
      svg("rect", "dg-node", {
        x: x - boxWidth / 2,
        y: margin,
        width: boxWidth,
        height: boxHeight,
        rx: 2,
      }),
      textAt(name, { x, y: margin + boxHeight / 2 }),
    );
  }
  drawRows(drawing, rows, { columns, heights, top, width });
  return drawing;
}

function heightOf(row: SequenceRow): number {
  switch (row.kind) {
    case "close":
      return 12;
    case "open":
    case "part":
      return 28;
    default:
      return rowHeight + Math.max(0, measured(row.label).height - 18);
  }
}

interface Place {
  readonly columns: Columns;
  readonly heights: readonly number[];
  readonly top: number;
  readonly width: number;
}

function drawRows(drawing: SVGElement, rows: readonly SequenceRow[], place: Place): void {
  const { columns, heights, top, width } = place;
  const open: number[] = [];
  let y = top;
  for (const [index, row] of rows.entries()) {
    const height = heights[index] ?? rowHeight;
    const bottom = y + height;
    switch (row.kind) {
      case "message":
        drawing.append(...messageParts(row, columns, bottom - 8));
        break;
      case "note":
        drawing.append(...noteParts(row, columns, { y: y + 6, height: height - 12 }));
        break;
      case "open":
        drawing.append(frameLabel(row.label, y + 18, open.length));
        open.push(y + 6);
        break;
      case "part":
        drawing.append(
          svg("line", "dg-line dg-dotted", { x1: 4, y1: y + 6, x2: width - 4, y2: y + 6 }),
          frameLabel(row.label, y + 20, open.length),
        );
        break;
      default: {
        const start = open.pop() ?? y;
        const inset = 2 + open.length * 4;
        drawing.append(
          svg("rect", "dg-group", {
            x: inset,
            y: start,
            width: width - 2 * inset,
            height: bottom - start - 4,
            rx: 4,
          }),
        );
      }
    }
    y = bottom;
  }
}

function frameLabel(label: string, y: number, depth: number): SVGElement {
  return textAt(label, { x: 10 + depth * 4, y }, "dg-text dg-quiet dg-start");
}

function messageParts(
  row: SequenceRow & { readonly kind: "message" },
  columns: Columns,
  y: number,
): readonly SVGElement[] {
  const from = { x: columns.get(row.from) ?? 0, y };
  const to = { x: columns.get(row.to) ?? 0, y };
  const line = row.isDotted ? "dg-line dg-dotted" : "dg-line";
  const { width, height } = measured(row.label);
  if (row.from === row.to) {
    const right = from.x + selfWidth;
    const d = `M${from.x} ${y - 14}H${right}V${y}H${from.x}`;
    const label = textAt(row.label, { x: right + 6, y: y - 8 }, "dg-text dg-start");
    return [svg("path", line, { d }), ...headParts(row.head, { x: right, y }, to), label];
  }
  const middle = (from.x + to.x) / 2;
  const ground = { x: middle - width / 2 - 4, y: y - height - 3, width: width + 8, height };
  return [
    svg("line", line, { x1: from.x, y1: y, x2: to.x, y2: y }),
    ...headParts(row.head, from, to),
    svg("rect", "dg-ground", ground),
    textAt(row.label, { x: middle, y: y - 3 - height / 2 }),
  ];
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function headParts(
  head: "arrow" | "cross" | "none",
  from: Point,
  to: Point,
): readonly SVGElement[] {
  if (head === "cross") {
    const d = `M${to.x - 5} ${to.y - 5}l10 10m0 -10l-10 10`;
    return [svg("path", "dg-line", { d })];
  }
  return head === "arrow" ? [arrowHead(from, to)] : [];
}

function noteParts(
  row: SequenceRow & { readonly kind: "note" },
  columns: Columns,
  { y, height }: { readonly y: number; readonly height: number },
): readonly SVGElement[] {
  const places = row.over.map((id) => columns.get(id) ?? 0);
  const middle = (Math.min(...places) + Math.max(...places)) / 2;
  const span = Math.max(...places) - Math.min(...places);
  const width = Math.max(span + 40, measured(row.label).width + 16);
  return [
    svg("rect", "dg-note", { x: middle - width / 2, y, width, height, rx: 2 }),
    textAt(row.label, { x: middle, y: y + height / 2 }),
  ];
}

function columnsOf(
  participants: ReadonlyMap<string, string>,
  rows: readonly SequenceRow[],
): Columns {
  const ids = [...participants.keys()];
  const columns = new Map<string, number>();
  let x = 0;
  for (const [index, id] of ids.entries()) {
    const half = measured(participants.get(id) ?? id).width / 2 + 12;
    const before = ids[index - 1];
    if (before === undefined) {
      x = Math.max(half + margin, noteRoom(id, rows) + margin);
    } else {
      const halfBefore = measured(participants.get(before) ?? before).width / 2 + 12;
      x += Math.max(halfBefore + half + 20, labelRoom(before, id, rows));
    }
    columns.set(id, x);
  }
  return columns;
}

function labelRoom(left: string, right: string, rows: readonly SequenceRow[]): number {
  const widths = rows.map((row) => {
    const isBetween =
      row.kind === "message" &&
      ((row.from === left && row.to === right) || (row.from === right && row.to === left));
    const isOwn = row.kind === "message" && row.from === left && row.to === left;
    if (isBetween) {
      return measured(row.label).width + 32;
    }
    return isOwn ? measured(row.label).width + selfWidth + 24 : 0;
  });
  return Math.max(0, ...widths, (noteRoom(left, rows) + noteRoom(right, rows)) * 0.9);
}

function noteRoom(id: string, rows: readonly SequenceRow[]): number {
  const widths = rows.map((row) =>
    row.kind === "note" && row.over.length === 1 && row.over[0] === id
      ? measured(row.label).width / 2 + 12
      : 0,
  );
  return Math.max(0, ...widths);
}

function selfRoom(rows: readonly SequenceRow[]): number {
  const widths = rows.map((row) => {
    if (row.kind === "note") {
      return measured(row.label).width / 2 + 12;
    }
    return row.kind === "message" && row.from === row.to
      ? measured(row.label).width + selfWidth + 12
      : 0;
  });
  return Math.max(0, ...widths);
}
