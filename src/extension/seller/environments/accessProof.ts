import type { SellerClient } from "../../../seller/client/sellerClient.ts";
import { SellerError } from "../../../seller/client/sellerError.ts";

/**
 * Reads the first page of products to prove access. Returns their number as text: "50", or "20+" if there are more
 * pages without a total. Throws a `SellerError`.
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
    // The other pages prove nothing more: their reading was stopped.
    if (first !== undefined && error instanceof SellerError && error.kind === "cancelled") {
      return first;
    }
    throw error;
  }
}
