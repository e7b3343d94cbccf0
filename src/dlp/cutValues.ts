import { isRecord } from "../shared/base/json.ts";
import type { Finding } from "./find/finding.ts";
import { findAcrossTexts } from "./textParts.ts";
import { placeOfPart } from "./textPlace.ts";

/** Pieces of values by the object that holds the text, and its key there. */
export type CutValues = ReadonlyMap<object, ReadonlyMap<string | number, readonly Finding[]>>;

interface Leaf {
  readonly holder: object;
  readonly key: string | number;
  readonly text: string;
  /** The role; `tools` for every result of a tool. */
  readonly speaker: string;
  /** The message or the result. */
  readonly unit: object;
}

/**
 * Finds CPF, CNPJ and card numbers that are cut over neighbouring messages of one role or neighbouring results of tools,
 * whatever other roles say between them. Only numbers in their usual signs or behind their name, so that two results
 * that are numbers make no value.
 */
export function findCutValues(body: {
  readonly messages?: unknown;
  readonly input?: unknown;
}): CutValues {
  const cut = new Map<object, Map<string | number, readonly Finding[]>>();
  for (const row of [body.messages, body.input].flatMap((list) => rowsOf(leavesIn(list)))) {
    const pieces = findAcrossTexts(
      row.map(({ text }) => text),
      isSure,
    );
    for (const [index, { holder, key }] of row.entries()) {
      const found = pieces[index] ?? [];
      if (found.length > 0) {
        cut.set(holder, new Map(cut.get(holder)).set(key, found));
      }
    }
  }
  return cut;
}

function leavesIn(list: unknown): readonly Leaf[] {
  return Array.isArray(list) ? list.flatMap((item) => (isRecord(item) ? leavesOf(item) : [])) : [];
}

/** The texts of a message, of a result among its parts, or of a result that is an item of its own. */
function leavesOf(unit: Readonly<Record<string, unknown>>): readonly Leaf[] {
  const { role } = unit;
  const ofRole = typeof role === "string" ? role : "";
  const speaker = placeOfPart(unit) === "tools" ? "tools" : ofRole;
  const key = typeof unit["output"] === "string" ? "output" : "content";
  const content = unit[key];
  if (!Array.isArray(content)) {
    return leafAt(unit, key, { speaker, unit });
  }
  return content.flatMap((part, index) => {
    if (!isRecord(part)) {
      return leafAt(content, index, { speaker, unit });
    }
    return part["type"] === "tool_result"
      ? leavesOf(part)
      : leafAt(part, "text", { speaker, unit });
  });
}

function leafAt(
  holder: Readonly<Record<string | number, unknown>> | readonly unknown[],
  key: string | number,
  of: Pick<Leaf, "speaker" | "unit">,
): readonly Leaf[] {
  const text: unknown = Reflect.get(holder, key);
  return typeof text === "string" && text !== "" ? [{ holder, key, text, ...of }] : [];
}

/** Neighbours between which a number may be cut; two texts of one message are compared elsewhere. */
function rowsOf(leaves: readonly Leaf[]): readonly (readonly Leaf[])[] {
  const rows: Leaf[][] = [];
  const open = new Map<string, Leaf[]>();
  for (const leaf of leaves) {
    const row = open.get(leaf.speaker);
    const last = row?.at(-1);
    if (row && last && last.unit !== leaf.unit && mayBeCut(last.text, leaf.text)) {
      row.push(leaf);
    } else {
      const started = [leaf];
      open.set(leaf.speaker, started);
      rows.push(started);
    }
  }
  return rows.filter(({ length }) => length > 1);
}

function mayBeCut(before: string, after: string): boolean {
  return /[\dA-Z][\s./-]{0,3}$/u.test(before.slice(-4)) && /^[\s./-]{0,3}[\dA-Z]/u.test(after);
}

const nameLength = 40;

function isSure({ kind, certainty, start, end }: Finding, text: string): boolean {
  const isNumber = kind === "cpf" || kind === "cnpj" || kind === "card";
  return (
    isNumber &&
    certainty === "certain" &&
    (/[./-]|\d{4} \d{4} \d{4} \d{4}/u.test(text.slice(start, end)) ||
      /cpf|cnpj|cart[aã]o|card/iu.test(text.slice(Math.max(0, start - nameLength), start)))
  );
}
