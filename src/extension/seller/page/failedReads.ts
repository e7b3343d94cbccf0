import { SellerError } from "../../../seller/client/sellerError.ts";
import type { Unread } from "../../../shared/sellerPage/sellerState.ts";
import type { SellerWords } from "../sellerWords.ts";

/** Why a read failed, with the answer as it came. */
export function unread(error: unknown, words: SellerWords): Unread {
  const message = messageOf(error, words);
  const answer = error instanceof SellerError ? error.details.raw : undefined;
  return { ok: false, message, ...(answer !== undefined && answer !== "" && { answer }) };
}

/** The message for a failed call; any other error is a bug of ours and is thrown again. */
export function messageOf(error: unknown, words: SellerWords): string {
  if (error instanceof SellerError) {
    return words.failure(error);
  }
  throw error;
}
