import type { Fields } from "../../shared/base/json.ts";
import { type CallOptions, isListCall, type SellerClient } from "../client/sellerClient.ts";
import { SellerError, type SellerErrorKind } from "../client/sellerError.ts";
import type { ApiCallId } from "../contract/calls.ts";
import type { Problem } from "../contract/problems.ts";
import type { ReadingOptions } from "../contract/readings.ts";
import type { PortalRequest } from "../contract/request.ts";
import { valueAt } from "../contract/schemaFields.ts";
import { type RawInput, validateCall } from "../contract/validate.ts";
import { CurrentRecords, readCallFor } from "./currentRecords.ts";
import { type FieldChange, fieldChanges } from "./fieldChanges.ts";

/** A write beside the portal's present records. Nothing is sent yet. */
export interface PlannedWrite {
  /** Frozen: exactly this request is sent. */
  readonly request: PortalRequest;
  readonly input: RawInput;
  readonly warnings: readonly Problem[];
  /**
   * `unreadable`: the look-up failed. `incomplete`: only a part of the list was read, so the record may be missing from
   * it.
   */
  readonly current: "found" | "none" | "unreadable" | "incomplete";
  /** The records with the write's key; a product may have several prices in one state, for different times. */
  readonly records: readonly Fields[];
  readonly changes: readonly FieldChange[];
}

type Reader = Pick<SellerClient, "prepare" | "list" | "getOrder">;

/** Throws the `SellerError` of `prepare`, and that of a portal that is unreachable or refuses access. */
export async function planWrite(
  client: Reader,
  {
    call,
    input,
    ...reading
  }: { readonly call: ApiCallId; readonly input: RawInput } & ReadingOptions,
  options: CallOptions,
): Promise<PlannedWrite> {
  const request = client.prepare(call, input);
  const { warnings } = validateCall(call, input, reading);
  const { current, records } = await currentRecords(client, call, input, options);
  return {
    request,
    input,
    warnings,
    current,
    records,
    changes: fieldChanges(call, input, records),
  };
}

export async function currentChanges(
  client: Reader,
  call: ApiCallId,
  input: RawInput,
  options: CallOptions,
): Promise<readonly FieldChange[]> {
  const { records, isComplete } = await readMatching(client, call, input, options);
  if (records.length === 0 && !isComplete) {
    throw new SellerError("incomplete");
  }
  return fieldChanges(call, input, records);
}

export function isThere(changes: readonly FieldChange[]): boolean {
  const sent = changes.filter(({ state }) => state !== "notSent");
  return sent.length > 0 && sent.every(({ state }) => state === "same");
}

async function currentRecords(
  client: Reader,
  call: ApiCallId,
  input: RawInput,
  options: CallOptions,
): Promise<{
  readonly current: PlannedWrite["current"];
  readonly records: readonly Fields[];
}> {
  try {
    const { records, isComplete } = await readMatching(client, call, input, options);
    if (!isComplete && (records.length === 0 || call === "savePrice")) {
      return { current: "incomplete", records };
    }
    return { current: records.length > 0 ? "found" : "none", records };
  } catch (error) {
    if (error instanceof SellerError && unreadable.has(error.kind)) {
      return { current: "unreadable", records: [] };
    }
    throw error;
  }
}

/** Look-up failures after which the write may still succeed. */
const unreadable: ReadonlySet<SellerErrorKind> = new Set([
  "forbidden",
  "notFound",
  "conflict",
  "rejected",
  "serverError",
  "notThePortal",
  "complaint",
  "unreadable",
  "otherRecord",
  "tooBig",
]);

async function readMatching(
  client: Reader,
  call: ApiCallId,
  input: RawInput,
  options: CallOptions,
): Promise<{ readonly records: readonly Fields[]; readonly isComplete: boolean }> {
  const from = readCallFor(call);
  if (from === "getOrder") {
    const numeroPedido = valueAt(input.body, ["numeroPedido"]);
    const order =
      typeof numeroPedido === "number" ? await client.getOrder(numeroPedido, options) : undefined;
    return { records: order ? [order] : [], isComplete: true };
  }
  if (from === undefined || !isListCall(from)) {
    return { records: [], isComplete: true };
  }
  const { entries, isComplete } = await client.list(from, options);
  const records = new CurrentRecords(call, entries);
  return { records: records.matching(input), isComplete: isComplete && records.isWhole };
}
