import { labelOf, limits } from "./graphTypes.ts";

export type SequenceRow =
  | {
      readonly kind: "message";
      readonly from: string;
      readonly to: string;
      readonly label: string;
      readonly isDotted: boolean;
      readonly head: "arrow" | "cross" | "none";
    }
  | { readonly kind: "note"; readonly over: readonly string[]; readonly label: string }
  | { readonly kind: "open" | "part"; readonly label: string }
  | { readonly kind: "close" };

export interface Sequence {
  readonly participants: ReadonlyMap<string, string>;
  readonly rows: readonly SequenceRow[];
}

const participant = /^(?:participant|actor)\s+(.+?)(?:\s+as\s+(.+))?$/u;
const message = /^([^:+]+?)\s*(-{1,2}(?:>>|>|x|\)))\s*[+-]?\s*([^:]+?)\s*:\s*(.*)$/u;
const note = /^note\s+(?:over|left of|right of)\s+([^:]+):\s*(.*)$/iu;
const frame = /^(loop|alt|opt|par|critical|break|rect|box)\b\s*(.*)$/u;
const part = /^(else|and|option)\b\s*(.*)$/u;
const ignored =
  /^(?:autonumber|activate|deactivate|create|destroy|links?|title|accTitle|accDescr)\b/u;

/** Undefined if any part is not understood. */
export function parseSequence(lines: readonly string[]): Sequence | undefined {
  if (lines[0] !== "sequenceDiagram") {
    return undefined;
  }
  const participants = new Map<string, string>();
  const rows: SequenceRow[] = [];
  for (const line of lines.slice(1).filter((text) => text !== "" && !ignored.test(text))) {
    const row = rowOf(line, participants);
    if (row === undefined || rows.length >= limits.edges || participants.size > 20) {
      return undefined;
    }
    rows.push(...(row === "named" ? [] : [row]));
  }
  return isNested(rows) && participants.size > 0 ? { participants, rows } : undefined;
}

function isNested(rows: readonly SequenceRow[]): boolean {
  let depth = 0;
  for (const { kind } of rows) {
    depth += kind === "open" ? 1 : kind === "close" ? -1 : 0;
    if (depth < 0) {
      return false;
    }
  }
  return depth === 0;
}

function rowOf(line: string, participants: Map<string, string>): SequenceRow | "named" | undefined {
  const [, id, name] = participant.exec(line) ?? [];
  if (id !== undefined) {
    participants.set(id.trim(), labelOf(name ?? id));
    return "named";
  }
  if (line === "end") {
    return { kind: "close" };
  }
  const [, word, text = ""] = frame.exec(line) ?? [];
  if (word !== undefined) {
    return { kind: "open", label: labelOf(`${word} ${text}`) };
  }
  const [, other, more = ""] = part.exec(line) ?? [];
  if (other !== undefined) {
    return { kind: "part", label: labelOf(`${other} ${more}`) };
  }
  return noteOf(line, participants) ?? messageOf(line, participants);
}

function noteOf(line: string, participants: Map<string, string>): SequenceRow | undefined {
  const [, names, text = ""] = note.exec(line) ?? [];
  if (names === undefined) {
    return undefined;
  }
  const over = names.split(",").map((name) => known(name, participants));
  return { kind: "note", over, label: labelOf(text) };
}

function messageOf(line: string, participants: Map<string, string>): SequenceRow | undefined {
  const match = message.exec(line);
  if (!match) {
    return undefined;
  }
  const [, from = "", stroke = "", to = "", label = ""] = match;
  return {
    kind: "message",
    from: known(from, participants),
    to: known(to, participants),
    label: labelOf(label),
    isDotted: stroke.startsWith("--"),
    head: stroke.endsWith("x") ? "cross" : /(?:>>|\))$/u.test(stroke) ? "arrow" : "none",
  };
}

function known(name: string, participants: Map<string, string>): string {
  const id = name.trim();
  if (!participants.has(id)) {
    participants.set(id, labelOf(id));
  }
  return id;
}
