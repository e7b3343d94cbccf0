import { csvHeader, csvLine, textCell } from "../../../seller/csv/read/csvWriter.ts";

export interface ManyTrackings {
  /** Each line has an order number and its tracking code. */
  readonly lines: string;
  readonly codigoStatus: string;
  readonly nomeTransportadora: string;
}

/** Returns CSV text, or the first invalid line. Skips a line of titles. */
export function trackingLines({
  lines,
  codigoStatus,
  nomeTransportadora,
}: ManyTrackings): { readonly text: string; readonly count: number } | { readonly wrong: string } {
  const typed = lines.split(/\r?\n/u).filter((line) => line.trim() !== "");
  const orders = typed.slice(/\d/u.test(typed[0] ?? "") ? 0 : 1);
  const rows: string[] = [];
  for (const line of orders) {
    const [, number, code = ""] =
      /^\s*(\d{1,15})(?:[\t;, ]+(\S[^\t;,]*))?[\t;, ]*$/u.exec(line) ?? [];
    if (number === undefined || (code === "" && codigoStatus === "")) {
      return { wrong: line.trim().slice(0, 100) };
    }
    const cells = [
      number,
      codigoStatus,
      textCell(code.trim()),
      textCell(nomeTransportadora.trim()),
    ];
    rows.push(csvLine(cells, ";"));
  }
  const text = [csvHeader(columns, ";"), ...rows].join("");
  return rows.length === 0 ? { wrong: "" } : { text, count: rows.length };
}

const columns = [
  "numeroPedido",
  "codigoStatus",
  "codigoRastreamento",
  "nomeTransportadora",
] as const;
