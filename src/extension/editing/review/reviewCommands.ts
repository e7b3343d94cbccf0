import * as vscode from "vscode";
import * as z from "zod/mini";

import type { Command } from "../../editor/commandNames.ts";
import type { ChangeReview } from "./changeReview.ts";
import { type ChangePlaces, stepToChange } from "./changeSteps.ts";

const addressSchema = z.string();
const idSchema = z.int();

type ReviewCommand =
  | "acceptChange"
  | "rejectChange"
  | "acceptAllChanges"
  | "rejectAllChanges"
  | "compareChanges"
  | "nextChange"
  | "previousChange";

export interface ReviewOwner extends ChangePlaces {
  accept(review: ChangeReview, ids: readonly number[]): Promise<void>;
  reject(review: ChangeReview, ids: readonly number[]): Promise<void>;
  compare(review: ChangeReview): Promise<void>;
}

type Owners = () => readonly ReviewOwner[];

interface Shown {
  readonly owner: ReviewOwner;
  readonly review: ChangeReview;
}

export function reviewCommands(owners: Owners): Readonly<Record<ReviewCommand, Command>> {
  return {
    acceptChange: on(owners, ({ owner, review }, ids) => owner.accept(review, ids)),
    rejectChange: on(owners, ({ owner, review }, ids) => owner.reject(review, ids)),
    acceptAllChanges: on(owners, ({ owner, review }) => owner.accept(review, allOf(review))),
    rejectAllChanges: on(owners, ({ owner, review }) => owner.reject(review, allOf(review))),
    compareChanges: on(owners, ({ owner, review }) => owner.compare(review)),
    nextChange: () => stepToChange(owners(), 1),
    previousChange: () => stepToChange(owners(), -1),
  };
}

function on(owners: Owners, act: (shown: Shown, ids: readonly number[]) => Promise<void>): Command {
  return async (address, id) => {
    const named = addressSchema.safeParse(address);
    const uri = named.success
      ? vscode.Uri.parse(named.data, true)
      : vscode.window.activeTextEditor?.document.uri;
    const { data: given } = idSchema.safeParse(id);
    const shown = uri && shownIn(owners(), uri, given);
    if (shown) {
      await act(shown, given === undefined ? changeAtCursor(shown.review) : [given]);
    }
  };
}

function shownIn(
  owners: readonly ReviewOwner[],
  uri: vscode.Uri,
  id: number | undefined,
): Shown | undefined {
  for (const owner of owners) {
    const review = owner.of(uri, id);
    if (review) {
      return { owner, review };
    }
  }
  return undefined;
}

function changeAtCursor(review: ChangeReview): readonly number[] {
  const line = vscode.window.activeTextEditor?.selection.active.line ?? 0;
  const index = review.places.findIndex(({ end }) => end > line);
  return review.hunks
    .slice(index)
    .slice(0, 1)
    .map(({ id }) => id);
}

function allOf(review: ChangeReview): readonly number[] {
  return review.hunks.map(({ id }) => id);
}
