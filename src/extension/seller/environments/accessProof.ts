import type { SellerClient } from "../../../seller/client/sellerClient.ts";
import { SellerError } from "../../../seller/client/sellerError.ts";

/**
 * Reads the first page of products, which proves access. Returns their number: "50", or "20+" if the total is unknown.
 * Throws a `SellerError`.
 */
export async function firstPage(client: Pick<SellerClient, "list">): Promise<string> {
  const stop = new AbortController();
  let first: string | undefined;
  try {
    const { entries, total, isComplete } = await client.list("listProducts", {
      signal: stop.signal,
      onProgress: (read, all) => {
        first = all === undefined ? `${read}+` : String(all);
        stop.abort();
      },
    });
    return isComplete || total !== undefined
      ? String(total ?? entries.length)
      : `${entries.length}+`;
  } catch (error) {
    // The reading was stopped after its first page, because further pages prove nothing more.
    if (first !== undefined && error instanceof SellerError && error.kind === "cancelled") {
      return first;
    }
    throw error;
  }
}
