import type {
  ConversationLibrary,
  LibraryEntry,
  LibraryHit,
} from "../../chat/search/conversationLibrary.ts";
import { maskedTitle } from "../../chat/title.ts";
import type { Clock } from "../../shared/base/clock.ts";
import type { HistoryFilter, HistoryItem, HistoryItems } from "../../shared/calls/historyCalls.ts";

const pageSize = 40;
/** Hits appear after this time at the latest; a search without hits may take longer. */
const firstResultsMs = 120;
const nothingYetMs = 1_000;
const maxChoices = 100;

interface OpenList {
  readonly ticket: number;
  readonly hits: AsyncIterator<LibraryHit | undefined>;
}

type Listed = Pick<ConversationLibrary, "entries" | "search" | "prepareSearch">;

/** Reuses a fresh list: reading ten thousand files' metadata at each key is slow. */
const freshMs = 5_000;

export class HistoryLists {
  readonly #library: Listed;
  readonly #clock: Clock;
  #open: OpenList | undefined;
  #tickets = 0;
  #query = "";
  #known: { readonly at: number; readonly entries: readonly LibraryEntry[] } | undefined;

  constructor(library: Listed, clock: Clock) {
    this.#library = library;
    this.#clock = clock;
  }

  async begin(filter: HistoryFilter): Promise<
    HistoryItems & {
      readonly ticket: number;
      readonly workspaces: string[];
      readonly models: string[];
    }
  > {
    this.#tickets += 1;
    const ticket = this.#tickets;
    const isSearch = filter.query.trim() !== "";
    const all = await this.#entries(isSearch && filter.query !== this.#query);
    this.#query = filter.query;
    const wanted = all
      .filter((entry) => isWanted(entry, filter))
      .toSorted(filter.sort === "newest" ? newestFirst : mostExpensiveFirst);
    const hits = isSearch ? this.#library.search(filter.query, wanted) : withoutSearch(wanted);
    if (ticket === this.#tickets) {
      this.#open = { ticket, hits: hits[Symbol.asyncIterator]() };
    }
    const first = await this.more(ticket);
    void this.#library.prepareSearch?.();
    return {
      ...first,
      ticket,
      workspaces: choicesOf(all, ({ workspace }) => (workspace === undefined ? [] : [workspace])),
      models: choicesOf(all, ({ models }) => models),
    };
  }

  async #entries(mayBeKnown: boolean): Promise<readonly LibraryEntry[]> {
    const now = this.#clock.now();
    if (!mayBeKnown || !this.#known || now - this.#known.at > freshMs) {
      this.#known = { at: now, entries: await this.#library.entries() };
    }
    return this.#known.entries;
  }

  async more(ticket: number): Promise<HistoryItems> {
    const items: HistoryItem[] = [];
    const start = this.#clock.now();
    while (items.length < pageSize && this.#isOpen(ticket)) {
      const next = await this.#open?.hits.next();
      if (next?.done === true) {
        return { items, isDone: true };
      }
      if (next?.value) {
        items.push(itemOf(next.value));
      }
      if (this.#clock.now() - start > (items.length > 0 ? firstResultsMs : nothingYetMs)) {
        break;
      }
    }
    return { items, isDone: !this.#isOpen(ticket) };
  }

  #isOpen(ticket: number): boolean {
    return this.#open?.ticket === ticket;
  }
}

function isWanted(entry: LibraryEntry, filter: HistoryFilter): boolean {
  const { workspace, model, since, isFavourite } = filter;
  return (
    (workspace === undefined || entry.workspace === workspace) &&
    (model === undefined || entry.models.includes(model)) &&
    (since === undefined || entry.updatedAt >= since) &&
    (!isFavourite || entry.isFavourite)
  );
}

type Order = (one: LibraryEntry, other: LibraryEntry) => number;

const newestFirst: Order = (one, other) => other.updatedAt - one.updatedAt;

const mostExpensiveFirst: Order = (one, other) =>
  (other.cost?.amount ?? -1) - (one.cost?.amount ?? -1) || newestFirst(one, other);

function choicesOf(
  entries: readonly LibraryEntry[],
  namesOf: (entry: LibraryEntry) => readonly string[],
): string[] {
  const counts = new Map<string, number>();
  for (const name of entries.flatMap(namesOf)) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, maxChoices)
    .map(([name]) => name);
}

async function* withoutSearch(entries: readonly LibraryEntry[]): AsyncGenerator<LibraryHit> {
  for (const entry of entries) {
    // oxlint-disable-next-line no-await-in-loop -- yields what is there
    yield await Promise.resolve({ entry });
  }
}

function itemOf({ entry, excerpt }: LibraryHit): HistoryItem {
  const { createdAt: _createdAt, models, title, ...rest } = entry;
  return {
    ...rest,
    title: maskedTitle(title),
    models: [...models],
    ...(excerpt && { excerpt: { ...excerpt, marks: [...excerpt.marks] } }),
  };
}
