import * as z from "zod/mini";

import { parseJson } from "../../../shared/base/json.ts";
import { inert } from "./describeCode.ts";
import type { Phrases } from "./phrases.ts";

const maxRows = 30;
const maxCharacters = 4_000;

export function describeToolResult(result: string, words: Phrases): string {
  const value = parseJson(result);
  const list = z.array(z.record(z.string(), z.unknown())).check(z.minLength(1)).safeParse(value);
  const fields = z.record(z.string(), z.unknown()).safeParse(value);
  const body =
    (list.success && listTable(list.data)) ||
    (fields.success && fieldTable(fields.data, words)) ||
    quoted(result.slice(0, maxCharacters));
  return `${words.toolAnswered}\n\n${body}`;
}

function listTable(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const columns = Object.keys(rows[0] ?? {}).slice(0, 6);
  return [
    `| ${columns.map(inert).join(" | ")} |`,
    `|${columns.map(() => "---|").join("")}`,
    ...rows
      .slice(0, maxRows)
      .map((row) => `| ${columns.map((column) => cell(row[column])).join(" | ")} |`),
  ].join("\n");
}

function fieldTable(fields: Readonly<Record<string, unknown>>, words: Phrases): string {
  return [
    `| ${words.field} | ${words.value} |`,
    "|---|---|",
    ...Object.entries(fields)
      .slice(0, maxRows)
      .map(([name, value]) => `| ${inert(name)} | ${cell(value)} |`),
  ].join("\n");
}

function cell(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return inert(text.slice(0, 200)).replaceAll(/\s+/gu, " ");
}

function quoted(text: string): string {
  const fence = text.includes("```") ? "~~~~" : "```";
  return `${fence}text\n${text}\n${fence}`;
}
