import type { Clock } from "../../../shared/base/clock.ts";
import type { SellerClient } from "../../client/sellerClient.ts";
import type { RawInput } from "../../contract/validate.ts";
import type { CurrentRecords } from "../../write/currentRecords.ts";
import type { FieldChange } from "../../write/fieldChanges.ts";
import { currentChanges, isThere } from "../../write/plannedWrite.ts";
import { comparedRow, effectOf } from "../columns/comparison.ts";
import type { ImportCallId } from "../columns/importTarget.ts";
import { portalNow } from "../columns/portalNow.ts";

interface ReadBackOptions {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly onRecord?: () => void;
}

interface Row {
  readonly input: RawInput;
}

interface ReadBack {
  readonly isThere: (row: Row) => boolean | Promise<boolean>;
  /**
   * True if the list shows the earlier values. A missing record or field proves nothing: a list may omit stocks of
   * zero.
   */
  readonly isAsBefore?: (row: Row, before: CurrentRecords) => boolean;
}

/** Orders are read one by one, so only the first ones are read. */
const maxOrders = 500;

/** Orders have no list and are read one by one. Undefined if a list cannot be read whole. */
export async function readBackOf(
  client: Pick<SellerClient, "prepare" | "list" | "getOrder">,
  call: ImportCallId | "cancelOrder",
  { clock, ...options }: ReadBackOptions,
): Promise<ReadBack | undefined> {
  if (call === "cancelOrder" || call === "registerTracking") {
    let left = maxOrders;
    return {
      isThere: async ({ input }) => {
        left -= 1;
        return left >= 0 && isThere(await currentChanges(client, call, input, options));
      },
    };
  }
  const again = await portalNow(client, call, options);
  if (!again.ok) {
    return undefined;
  }
  const compared = { current: again.records, now: clock.now() };
  return {
    isThere: ({ input }) => effectOf(call, input, compared) === "same",
    isAsBefore: ({ input }, before) => {
      const { effect, changes } = comparedRow(call, input, compared);
      const others = effect === "same" ? [] : changes.filter(({ state }) => state === "changed");
      const old = comparedRow(call, input, { current: before, now: compared.now }).changes;
      return others.length > 0 && others.every((one) => before.size === 0 || isIn(old, one));
    },
  };
}

function isIn(old: readonly FieldChange[], { name, before }: FieldChange): boolean {
  return old.some((one) => one.name === name && one.before === before);
}
