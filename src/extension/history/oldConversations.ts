import type { Conversations } from "../../chat/conversations.ts";

const dayMs = 86_400_000;

/** Deletes chats unused for this many days, except favourites and open ones; 0: deletes none. */
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
