import type * as vscode from "vscode";

import type { Conversations } from "../../chat/conversations.ts";
import { ageClockSchema, lookAtClock } from "../../shared/base/ageClock.ts";

const dayMs = 86_400_000;
const clockKey = "aiHub.ageClock";

/** Time for judging a chat's age, in epoch milliseconds; 0 until the clock can be trusted. */
export async function trustedTime(
  state: vscode.Memento,
  time: { readonly now: number; readonly uptimeMs: number },
): Promise<number> {
  const clock = lookAtClock(ageClockSchema.safeParse(state.get(clockKey)).data, time);
  await state.update(clockKey, clock);
  return clock.trusted;
}

export async function deleteOlderThan(
  days: number,
  conversations: Conversations,
  now: number,
): Promise<void> {
  const { library } = conversations;
  if (days <= 0 || !library) {
    return;
  }
  const oldest = now - days * dayMs;
  const openElsewhere = await library.openElsewhere?.();
  for (const { id, updatedAt, isFavourite } of await library.entries()) {
    const isOpen = conversations.isOpen(id) || openElsewhere?.has(id) === true;
    if (updatedAt < oldest && !isFavourite && !isOpen) {
      await library.remove(id);
      await library.purge(id);
    }
  }
}
