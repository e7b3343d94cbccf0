import { invalid } from "../../http/invalidField.ts";
import type { RecordKind, RecordTypes } from "../../store/records.ts";
import type { RecordStore } from "../../store/store.ts";
import { conflict } from "./adminErrors.ts";

export async function requireRecord<K extends RecordKind>(
  records: RecordStore,
  kind: K,
  reference: { readonly id: string; readonly param: string },
): Promise<RecordTypes[K]> {
  const record = await records.get(kind, reference.id);
  if (!record) {
    throw invalid(`The ${kind} that "${reference.param}" names is not there.`, reference.param);
  }
  return record;
}

/** Throws an `ApiError` for a similar-looking name too. */
export async function requireFreeName(
  records: RecordStore,
  kind: "sector" | "profile" | "upstream",
  wanted: { readonly id: string; readonly name: string },
): Promise<void> {
  const name = folded(wanted.name);
  const others = await records.list(kind);
  if (others.some((other) => other.id !== wanted.id && folded(other.name) === name)) {
    throw conflict(`Another ${kind} is called "${wanted.name}" already.`, "name");
  }
}

function folded(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

export function counted(count: number, noun: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${noun}${count === 1 ? "" : "s"}`];
}

/** Counts revoked tokens too: reports still name their profile and sector. */
export async function usersOf(
  records: RecordStore,
  field: "profileId" | "sectorId",
  id: string,
): Promise<readonly string[]> {
  const scope = field === "profileId" ? "profile" : "sector";
  const [users, tokens, budgets, settings] = await Promise.all([
    records.list("user"),
    records.list("token"),
    records.list("budget"),
    records.get("settings", "hub"),
  ]);
  const isDefault =
    (field === "profileId" ? settings?.defaultProfileId : settings?.defaultSectorId) === id;
  return [
    ...counted(users.filter((user) => user[field] === id).length, "user"),
    ...counted(tokens.filter((token) => token[field] === id).length, "token"),
    ...counted(
      budgets.filter((budget) => budget.scope === scope && budget.subjectId === id).length,
      "budget",
    ),
    ...(isDefault ? ["the settings, as default"] : []),
  ];
}
