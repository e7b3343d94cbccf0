import * as vscode from "vscode";
import * as z from "zod/mini";

import type { Command } from "../../commands.ts";
import type { ChangeReview } from "./changeReview.ts";
import type { Reviews } from "./reviews.ts";

const addressSchema = z.string();
const idSchema = z.int();

type ReviewCommand =
  | "acceptChange"
  | "rejectChange"
  | "acceptAllChanges"
  | "rejectAllChanges"
  | "compareChanges";

/** Commands of the review that is shown, or of the one that a lens names. */
export function reviewCommands(reviews: Reviews): Readonly<Record<ReviewCommand, Command>> {
  return {
    acceptChange: on(reviews, (review, id) => reviews.accept(review, id === undefined ? [] : [id])),
    rejectChange: on(reviews, (review, id) => reviews.reject(review, id === undefined ? [] : [id])),
    acceptAllChanges: on(reviews, (review) => reviews.accept(review, allOf(review))),
    rejectAllChanges: on(reviews, (review) => reviews.reject(review, allOf(review))),
    compareChanges: on(reviews, (review) => reviews.compare(review)),
  };
}

function on(
  reviews: Reviews,
  act: (review: ChangeReview, id: number | undefined) => Promise<void>,
): Command {
  return async (address, id) => {
    const named = addressSchema.safeParse(address);
    const review = reviews.of(named.success ? vscode.Uri.parse(named.data, true) : undefined);
    if (review) {
      const given = idSchema.safeParse(id);
      await act(review, given.success ? given.data : reviews.hunkAtCursor(review));
    }
  };
}

function allOf(review: ChangeReview): readonly number[] {
  return review.hunks.map(({ id }) => id);
}
