import { isRecord } from "../../../shared/base/json.ts";
import { textless } from "../responses.ts";
import { entriesAt } from "./listChoice.ts";
import { foldedName } from "./portalWords.ts";

export interface ListPlace {
  readonly path: readonly string[];
  readonly count: number;
  readonly first: string;
}

export interface ListColumn {
  readonly path: readonly string[];
  readonly sample: string;
}

const maxPlaces = 50;
const maxColumns = 100;
const maxLooks = 5_000;
const maxDepth = 7;
const maxEntryDepth = 4;
const maxSample = 120;
/** A choice with a longer name would make its stored environment unreadable. */
const maxName = 200;
const sampled = 20;

/** Returns arrays first, the longest first, then keyed records. */
export function listPlaces(answer: unknown): readonly ListPlace[] {
  const places: (ListPlace & { readonly isArray: boolean })[] = [];
  for (const { path, value } of within(answer, maxDepth)) {
    const entries = entriesAt(value, []) ?? [];
    if (entries.some((entry) => typeof textless(entry) === "object" && entry !== null)) {
      places.push({
        path,
        count: entries.length,
        first: sampleOf(entries[0]),
        isArray: Array.isArray(value),
      });
    }
  }
  return places
    .toSorted(
      (one, other) => Number(other.isArray) - Number(one.isArray) || other.count - one.count,
    )
    .slice(0, maxPlaces)
    .map(({ path, count, first }) => ({ path, count, first }));
}

export function listColumns(answer: unknown, path: readonly string[]): readonly ListColumn[] {
  const columns = new Map<string, ListColumn>();
  for (const entry of (entriesAt(answer, path) ?? []).slice(0, sampled)) {
    for (const found of within(entry, maxEntryDepth)) {
      const key = JSON.stringify(found.path);
      const isLeaf = typeof found.value !== "object" && found.value !== undefined;
      if (isLeaf && !columns.has(key) && columns.size < maxColumns) {
        columns.set(key, { path: found.path, sample: sampleOf(found.value) });
      }
    }
  }
  return [...columns.values()];
}

export function guessedColumns(
  field: string,
  columns: readonly ListColumn[],
): { readonly columns: readonly ListColumn[]; readonly isAlike: boolean } {
  const ranked = columns
    .map((column) => ({ column, rank: likeness(field, column.path) }))
    .toSorted((one, other) => other.rank - one.rank);
  return { columns: ranked.map(({ column }) => column), isAlike: (ranked[0]?.rank ?? 0) > 0 };
}

function likeness(field: string, path: readonly string[]): number {
  const [whole, last] = [foldedName(field), foldedName(field.split(".").at(-1) ?? "")];
  const [own, end] = [foldedName(path.join("")), foldedName(path.at(-1) ?? "")];
  if (own === whole) {
    return 4;
  }
  if (end === last) {
    return 3;
  }
  return end.length > 2 && (whole.includes(end) || end.includes(last)) ? 2 : 0;
}

function* within(
  root: unknown,
  depth: number,
): Generator<{ readonly path: readonly string[]; readonly value: unknown }> {
  const open: { readonly path: readonly string[]; readonly value: unknown }[] = [
    { path: [], value: textless(root) },
  ];
  for (let looks = 0; looks < open.length && looks < maxLooks; looks += 1) {
    const next = open[looks];
    if (!next) {
      return;
    }
    yield next;
    if (next.path.length < depth) {
      for (const [name, value] of childrenOf(next.value)) {
        open.push({ path: [...next.path, name], value: textless(value) });
      }
    }
  }
}

/** Looks only at the first elements of a long array: the others are alike. */
function childrenOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) {
    return Object.entries(value.slice(0, 50));
  }
  const fields = isRecord(value) ? Object.entries(value).slice(0, 200) : [];
  return fields.filter(([name]) => name.length <= maxName);
}

function sampleOf(value: unknown): string {
  return (JSON.stringify(value) ?? "").slice(0, maxSample);
}
