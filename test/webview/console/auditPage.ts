import type { AuditEntry } from "../../../src/console/data/types.ts";

export interface AuditPage {
  readonly data: readonly AuditEntry[];
  readonly next: string | null;
}

/** The entries that the filters find, newest first, and where the next page begins. */
export function auditPage(entries: readonly AuditEntry[], query: URLSearchParams): AuditPage {
  const is = (name: string, value: string | null): boolean => {
    const wanted = query.get(name);
    return wanted === null || wanted.split(",").includes(value ?? "");
  };
  const before = Number(query.get("before") ?? Number.POSITIVE_INFINITY);
  const text = query.get("text") ?? "";
  const found = entries.filter(
    (each) =>
      each.seq < before &&
      is("kind", each.kind) &&
      is("user_id", each.user_id) &&
      is("run_id", each.run_id) &&
      is("token_id", each.token_id) &&
      is("app", each.app) &&
      is("model", each.model) &&
      each.time >= (query.get("from") ?? "") &&
      each.time <= (query.get("to") ?? "9") &&
      JSON.stringify(each).includes(text),
  );
  const limit = Number(query.get("limit") ?? 100);
  const data = found.slice(0, limit);

  return { data, next: found.length > limit ? String(data.at(-1)?.seq) : null };
}
