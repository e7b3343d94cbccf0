/** What was typed so far, by step, and at which step the person is; lives as long as the window. */
export interface StepsDraft<Id extends string> {
  /** Index of the present step. */
  at: number;
  readonly values: Map<Id, string>;
  /** Someone is being asked: a second walk over the same texts would end them twice. */
  isOpen: boolean;
}

export interface StepPosition {
  /** From 1. */
  readonly step: number;
  readonly total: number;
  /** The text of an earlier visit, or "". */
  readonly value: string;
}

/** How a person left a step, with the text as it was then. */
export interface StepAnswer {
  readonly move: "next" | "back" | "leave";
  readonly text: string;
}

/**
 * Asks the steps in their order, from where the draft stands. Whoever goes back or leaves finds every
 * text again. True: all were answered; false: the person left, and `draft.at` says where.
 */
export async function walkSteps<Id extends string>(
  steps: readonly Id[],
  draft: StepsDraft<Id>,
  show: (id: Id, position: StepPosition) => Promise<StepAnswer>,
): Promise<boolean> {
  for (let id = steps[draft.at]; id !== undefined; id = steps[draft.at]) {
    const value = draft.values.get(id) ?? "";
    const { move, text } = await show(id, { step: draft.at + 1, total: steps.length, value });
    draft.values.set(id, text);
    if (move === "leave") {
      return false;
    }
    draft.at = Math.max(0, draft.at + (move === "next" ? 1 : -1));
  }
  return true;
}

export function newDraft<Id extends string>(): StepsDraft<Id> {
  return { at: 0, values: new Map(), isOpen: false };
}

/** Does the work with the draft, but not twice at once: while it is under way, undefined at once. */
export async function ifClosed<T>(
  draft: StepsDraft<string>,
  work: () => Promise<T>,
): Promise<T | undefined> {
  if (draft.isOpen) {
    return undefined;
  }
  draft.isOpen = true;
  try {
    return await work();
  } finally {
    draft.isOpen = false;
  }
}

/** After the last step: the next walk begins anew. */
export function clearDraft(draft: StepsDraft<string>): void {
  draft.at = 0;
  draft.values.clear();
}
