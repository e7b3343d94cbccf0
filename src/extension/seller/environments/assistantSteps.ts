/** The texts typed so far and the present step, for the lifetime of the window. */
export interface StepsDraft<Id extends string> {
  at: number;
  readonly values: Map<Id, string>;
  /** Prevents a second walk over the same texts. */
  isOpen: boolean;
}

export interface StepPosition {
  /** Step numbers begin at 1. */
  readonly step: number;
  readonly total: number;
  /** The text of an earlier visit, or "". */
  readonly value: string;
}

export interface StepAnswer {
  readonly move: "next" | "back" | "leave";
  readonly text: string;
}

/** Starts at the draft's position. Texts survive going back and leaving. Returns false if the person left. */
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

/** While the draft is in use, returns undefined without starting the work. */
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

export function clearDraft(draft: StepsDraft<string>): void {
  draft.at = 0;
  draft.values.clear();
}
