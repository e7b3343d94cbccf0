import { sellerCall } from "../../../seller/contract/calls.ts";
import type { FieldKind } from "../../../seller/contract/fields.ts";
import { fieldsOf, setAt, valueAt } from "../../../seller/contract/schemaFields.ts";
import { readWrittenNumber } from "../../../seller/contract/values/decimal.ts";
import { keyPaths } from "../../../seller/write/currentRecords.ts";
import { maxShownValue } from "../../../seller/write/fieldChanges.ts";
import type { JournalEntry } from "../../../seller/write/journalEntry.ts";
import { baseOfRequest, inputOfRequest } from "../../../seller/write/requestInput.ts";
import { type FormId, formIds, type FormView } from "../../../shared/sellerPage/sellerState.ts";
import type { SellerProfile } from "../environments/environments.ts";
import { formOf } from "../sellerForms.ts";
import type { SellerWords } from "../sellerWords.ts";

export type NoUndo = "notWritten" | "finalCall" | "noBefore" | "cutOff";

export function undoProblem(entry: JournalEntry): NoUndo | undefined {
  if (entry.outcome === "failed" || entry.outcome === "notDone") {
    return "notWritten";
  }
  if (callOf(entry) === undefined) {
    return "finalCall";
  }
  if (!entry.changes.some(({ state }) => state === "changed")) {
    return "noBefore";
  }
  const isCut = entry.changes.some(
    ({ before }) => typeof before === "string" && before.length >= maxShownValue,
  );
  return isCut ? "cutOff" : undefined;
}

/** True if an entry belongs to the profile's portal and seller, whatever the environment's name. */
export function isOf(entry: JournalEntry, profile: SellerProfile): boolean {
  const { environment } = entry;
  return (
    environment.kind === profile.kind &&
    environment.codigoSeller === profile.codigoSeller &&
    baseOfRequest(entry) === profile.baseUrl
  );
}

/** Fills a form with the former values. Omits fields that were empty before: no call clears a value. */
export function undoForm(
  entry: JournalEntry,
  profile: SellerProfile,
  { language }: Pick<SellerWords, "language">,
): FormView | undefined {
  const call = callOf(entry);
  return call && undoProblem(entry) === undefined
    ? formOf({ call, profile, language, record: recordBefore(call, entry) })
    : undefined;
}

function callOf({ call }: JournalEntry): FormId | undefined {
  const { isIdempotent } = sellerCall(call);
  return isIdempotent ? formIds.find((id) => id === call) : undefined;
}

/** Omits fields that no call can write. */
export function recordBefore(call: FormId, entry: JournalEntry): Readonly<Record<string, unknown>> {
  const { parameters, body } = sellerCall(call);
  const input = inputOfRequest(entry);
  const record: Record<string, unknown> = {};
  const keys = new Set(keyPaths(call).map((path) => path.slice(1).join(".")));
  const fields = [
    ...parameters.map(({ name }) => ({ name, path: [name], kind: "integer" as const })),
    ...(body ? fieldsOf(body.schema) : []),
  ];
  for (const { name, path, kind } of fields) {
    const change = entry.changes.find((known) => known.name === name);
    const isKept = keys.has(name) || change?.state === "same";
    const value = isKept ? valueIn(input, path) : change?.before;
    if (value !== undefined && value !== null) {
      setAt(record, path, isNumber(kind) ? numberOf(value) : value);
    }
  }
  return record;
}

function isNumber(kind: FieldKind): boolean {
  return kind === "integer" || kind === "decimal";
}

function valueIn(
  { parameters, body }: ReturnType<typeof inputOfRequest>,
  path: readonly string[],
): unknown {
  return valueAt(parameters, path) ?? valueAt(body, path);
}

/** The value as a number, which a portal may have written as text. */
function numberOf(value: unknown): unknown {
  return typeof value === "string" ? (readWrittenNumber(value) ?? value) : value;
}
