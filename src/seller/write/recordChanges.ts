import type { Fields } from "../../shared/base/json.ts";
import type { SellerCallId } from "../contract/calls.ts";
import { recordKey } from "./currentRecords.ts";

export interface RecordChange {
  readonly change: "added" | "changed" | "removed";
  readonly key: readonly string[];
  readonly before: Fields;
  readonly after: Fields;
}

/**
 * A record without a unique key is only `added` or `removed`. If the second reading is incomplete, nothing is
 * `removed`.
 */
export function recordChanges(
  call: SellerCallId,
  before: readonly Fields[],
  after: readonly Fields[],
  isComplete: boolean,
): readonly RecordChange[] {
  const olds = byKey(call, before);
  const news = byKey(call, after);
  const found = [...news].flatMap(([key, records]) =>
    changesOf(key, olds.get(key) ?? [], records, isComplete),
  );
  const gone = [...olds].filter(([key]) => !news.has(key));
  return [...found, ...gone.flatMap(([key, records]) => changesOf(key, records, [], isComplete))];
}

/** The baseline for the next comparison: an incomplete reading updates only its own records. */
export function lastKnown(
  call: SellerCallId,
  before: readonly Fields[],
  after: readonly Fields[],
  isComplete: boolean,
): readonly Fields[] {
  if (isComplete) {
    return after;
  }
  const keys = new Set(after.map((record) => recordKey(call, record) ?? textOf(record)));
  const others = before.filter((record) => !keys.has(recordKey(call, record) ?? textOf(record)));
  return [...others, ...after];
}

function byKey(
  call: SellerCallId,
  records: readonly Fields[],
): ReadonlyMap<string, readonly Fields[]> {
  const found = new Map<string, Fields[]>();
  for (const record of records) {
    const key = recordKey(call, record) ?? "";
    const same = found.get(key);
    if (same) {
      same.push(record);
    } else {
      found.set(key, [record]);
    }
  }
  return found;
}

function changesOf(
  keyText: string,
  before: readonly Fields[],
  after: readonly Fields[],
  isComplete: boolean,
): readonly RecordChange[] {
  const key = keyText === "" ? [] : partsOf(keyText);
  const [old, now] = [before[0], after[0]];
  if (old && now && before.length === 1 && after.length === 1 && keyText !== "") {
    const names = new Set([...Object.keys(old), ...Object.keys(now)]);
    const differing = [...names].filter((name) => textOf(old[name]) !== textOf(now[name]));
    return differing.length === 0
      ? []
      : [{ change: "changed", key, before: only(old, differing), after: only(now, differing) }];
  }
  const known = new Set(before.map(textOf));
  const still = new Set(after.map(textOf));
  const added = after.filter((record) => !known.has(textOf(record)));
  const removed = isComplete ? before.filter((record) => !still.has(textOf(record))) : [];
  return [
    ...added.map((record) => ({ change: "added" as const, key, before: {}, after: record })),
    ...removed.map((record) => ({ change: "removed" as const, key, before: record, after: {} })),
  ];
}

function partsOf(keyText: string): readonly string[] {
  const parts: unknown = JSON.parse(keyText);
  return Array.isArray(parts) ? parts.map(String) : [];
}

function only(record: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, record[name]]));
}

function textOf(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === "object" && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? ""
  );
}
