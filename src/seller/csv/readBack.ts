import type { Clock } from "../../shared/base/clock.ts";
import type { SellerClient } from "../client/sellerClient.ts";
import type { RawInput } from "../contract/validate.ts";
import { currentChanges, isThere } from "../write/plannedWrite.ts";
import { effectOf } from "./comparison.ts";
import type { ImportCallId } from "./importTarget.ts";
import { portalNow } from "./portalNow.ts";

interface ReadBackOptions {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly onRecord?: () => void;
}

/** Orders are read one by one, so only the first of them. */
const maxOrders = 500;

/**
 * Reads the list of a call once, and returns whether a row's values are in it; orders, of which there is no list, are
 * read when they are asked for. Undefined if the list cannot be read whole.
 */
export async function readBackOf(
  client: Pick<SellerClient, "prepare" | "list" | "getOrder">,
  call: ImportCallId | "cancelOrder",
  { clock, ...options }: ReadBackOptions,
): Promise<((row: { readonly input: RawInput }) => boolean | Promise<boolean>) | undefined> {
  if (call === "cancelOrder" || call === "registerTracking") {
    let left = maxOrders;
    return async ({ input }) => {
      left -= 1;
      return left >= 0 && isThere(await currentChanges(client, call, input, options));
    };
  }
  const again = await portalNow(client, call, options);
  const compared = again.ok && { current: again.records, now: clock.now() };
  return compared ? ({ input }) => effectOf(call, input, compared) === "same" : undefined;
}
