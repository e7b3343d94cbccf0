import type { Fields } from "../../../shared/base/json.ts";
import { isListCall, type SellerClient } from "../../client/sellerClient.ts";
import { SellerError } from "../../client/sellerError.ts";
import { CurrentRecords, readCallFor } from "../../write/currentRecords.ts";
import type { ImportCallId } from "./importTarget.ts";

export type PortalNow =
  | { readonly ok: true; readonly records: CurrentRecords; readonly count: number }
  /** Without an error, the portal has no such list: each record would need its own request. */
  | { readonly ok: false; readonly error?: SellerError };

interface Reading {
  readonly signal: AbortSignal;
  /** Called twice for each record: a long list is parsed first and read later. */
  readonly onRecord?: () => void;
}

export async function portalNow(
  client: Pick<SellerClient, "list">,
  call: ImportCallId,
  { signal, onRecord }: Reading,
): Promise<PortalNow> {
  const from = readCallFor(call);
  if (from === undefined || !isListCall(from)) {
    return { ok: false };
  }
  try {
    const records = new CurrentRecords(call, []);
    let count = 0;
    const onEntry = (entry: Fields): void => {
      records.add(entry);
      count += 1;
      onRecord?.();
    };
    const { isComplete } = await client.list(from, {
      signal,
      onEntry,
      ...(onRecord && { onRow: onRecord }),
    });
    if (count > 0 && records.size === 0) {
      // Without readable keys, each row would seem new.
      return { ok: false, error: new SellerError("unreadable") };
    }
    // In a partial list, a missing record may still exist.
    return isComplete && records.isWhole
      ? { ok: true, records, count }
      : { ok: false, error: new SellerError("incomplete") };
  } catch (error) {
    if (error instanceof SellerError) {
      return { ok: false, error };
    }
    throw error;
  }
}
