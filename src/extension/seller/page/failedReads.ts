import { SellerError } from "../../../seller/client/sellerError.ts";
import type { Unread } from "../../../shared/sellerPage/sellerState.ts";
import type { SellerWords } from "../sellerWords.ts";

export function unread(error: unknown, words: SellerWords): Unread {
  const message = messageOf(error, words);
  const answer = error instanceof SellerError ? error.details.raw : undefined;
  return { ok: false, message, ...(answer !== undefined && answer !== "" && { answer }) };
}

/** The sentence for a failed call. Rethrows any other error, which is our bug. */
export function messageOf(error: unknown, words: SellerWords): string {
  if (error instanceof SellerError) {
    return words.failure(error);
  }
  throw error;
}
