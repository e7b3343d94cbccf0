import type { ConversationLibrary } from "../../chat/search/conversationLibrary.ts";
import type { HistoryLibrary } from "./historyLibrary.ts";

export function laterLibrary(load: () => Promise<HistoryLibrary>): ConversationLibrary {
  let loading: Promise<HistoryLibrary> | undefined;
  const get = (): Promise<HistoryLibrary> =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
  return {
    entries: async () => await (await get()).entries(),
    async *search(text, entries) {
      yield* (await get()).search(text, entries);
    },
    prepareSearch: async () => await (await get()).prepareSearch(),
    openElsewhere: async () => await (await get()).openElsewhere(),
    setFavourite: async (id, isFavourite) => await (await get()).setFavourite(id, isFavourite),
    remove: async (id) => await (await get()).remove(id),
    keepRemoved: async (id) => await (await get()).keepRemoved(id),
    restore: async (id) => await (await get()).restore(id),
    async purge(id) {
      // Before loading nothing can have been removed.
      if (id !== undefined || loading) {
        await (await get()).purge(id);
      }
    },
    add: async (id, content) => await (await get()).add(id, content),
  };
}
