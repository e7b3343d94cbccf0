import type { AuditEntry } from "./types.ts";
import { addMoney } from "./usageReport.ts";

/** The sum of a group takes the place of its newest entry. */
export interface AuditRow extends AuditEntry {
  /** Number of summed entries; absent for a single entry. */
  readonly completions?: number;
}

const minuteLength = "2026-11-22T20:45".length;

/**
 * Sums completions by token, model and minute: a person makes hundreds an hour. A group with an entry number in
 * `opened` stays expanded.
 */
export function foldCompletions(
  entries: readonly AuditEntry[],
  opened: ReadonlySet<number>,
): readonly AuditRow[] {
  const groups = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group) {
      group.push(entry);
    } else {
      groups.set(key, [entry]);
    }
  }
  return entries.flatMap((entry): readonly AuditRow[] => {
    const group = groups.get(keyOf(entry)) ?? [];
    const [newest = entry] = group;
    if (group.length < 2 || group.some(({ seq }) => opened.has(seq))) {
      return [entry];
    }
    return entry === newest ? [sumOf(newest, group)] : [];
  });
}

function keyOf({ seq, kind, format, token_id: token, model, time }: AuditEntry): string {
  return kind === "usage" && format === "completions"
    ? JSON.stringify([token, model, time.slice(0, minuteLength)])
    : String(seq);
}

function sumOf(newest: AuditEntry, group: readonly AuditEntry[]): AuditRow {
  const sum = (name: "input_tokens" | "cached_tokens" | "output_tokens"): number =>
    group.reduce((total, entry) => total + (entry[name] ?? 0), 0);
  return {
    ...newest,
    input_tokens: sum("input_tokens"),
    cached_tokens: sum("cached_tokens"),
    output_tokens: sum("output_tokens"),
    cost: addMoney(group.map(({ cost }) => cost ?? "0")),
    completions: group.length,
  };
}
