import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { IconButton } from "../kit/IconButton.tsx";
import { useWords } from "../page/useWords.ts";
import { HistoryFilters } from "./HistoryFilters.tsx";
import { HistoryList, type HistoryProblem } from "./historyList.ts";
import { useHistory } from "./historyPage.ts";
import { HistoryRows } from "./HistoryRows.tsx";
import { focusRow, focusSearch } from "./rowFocus.ts";

export function HistoryPanel(): JSX.Element {
  const words = useWords();
  const page = useHistory();
  const [list] = useState(() => new HistoryList(page, page.deps));
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => () => list.dispose(), []);
  return (
    <div
      ref={panel}
      class="history"
      role="dialog"
      aria-modal="true"
      aria-label={words.history}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.preventDefault();
          event.stopPropagation();
          page.close();
        }
      }}
    >
      <div class="history-head">
        <h2>{words.history}</h2>
        <IconButton
          icon="cloud-download"
          label={words.importChat}
          onClick={() => void list.importChat()}
        />
        <IconButton icon="close" label={words.closeHistory} onClick={() => page.close()} />
      </div>
      <SearchRow list={list} />
      <HistoryProblemText problem={list.problem.value} />
      <HistoryRows list={list} />
      <UndoBar list={list} />
    </div>
  );
}

function SearchRow({ list }: { readonly list: HistoryList }): JSX.Element {
  const words = useWords();
  const field = useRef<HTMLInputElement>(null);
  const [showsFilters, setShowsFilters] = useState(false);
  const { isFavourite, query, workspace, model, since, sort } = list.filter.value;
  const hasFilter = [workspace, model, since].some((value) => value !== undefined);
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <>
      <div class="history-search">
        <input
          ref={field}
          class="field"
          type="search"
          aria-label={words.searchHistory}
          placeholder={words.searchHistory}
          autocomplete="off"
          spellcheck={false}
          value={query}
          onInput={(event) => list.setFilter({ query: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === "ArrowDown" || event.key === "Enter") {
              event.preventDefault();
              focusRow(event.currentTarget, 0);
            }
          }}
        />
        <IconButton
          icon={isFavourite ? "star-full" : "star-empty"}
          label={isFavourite ? words.showAllChats : words.onlyFavourites}
          onClick={() => list.setFilter({ isFavourite: !isFavourite })}
        />
        <button
          type="button"
          class="icon-button toggle"
          aria-expanded={showsFilters}
          aria-label={words.filters}
          title={words.filters}
          data-is-used={hasFilter || sort !== "newest"}
          onClick={() => setShowsFilters(!showsFilters)}
        >
          <span class="codicon codicon-filter" aria-hidden="true" />
        </button>
      </div>
      {showsFilters && <HistoryFilters list={list} />}
    </>
  );
}

function HistoryProblemText({
  problem,
}: {
  readonly problem: HistoryProblem | undefined;
}): JSX.Element | null {
  const words = useWords();
  if (problem === undefined) {
    return null;
  }
  const texts: Readonly<Record<HistoryProblem, string>> = {
    notFound: words.notFound,
    storage: words.storageFailed,
    readOnly: words.readOnlyChat,
  };
  return (
    <p class="history-text" role="alert">
      {texts[problem]}
    </p>
  );
}

function UndoBar({ list }: { readonly list: HistoryList }): JSX.Element {
  const words = useWords();
  const { undoOffer } = list;
  const deleted = undoOffer.deleted.value;
  return (
    <div
      class="history-undo"
      role="status"
      onFocusIn={() => undoOffer.hold("focus")}
      onFocusOut={() => undoOffer.release("focus")}
      onPointerEnter={() => undoOffer.hold("pointer")}
      onPointerLeave={() => undoOffer.release("pointer")}
    >
      {deleted && (
        <>
          <span class="history-undo-text">{words.chatDeleted(deleted.title)}</span>
          <button
            type="button"
            class="button quiet small"
            onClick={({ currentTarget }) => {
              focusSearch(currentTarget);
              void list.undoDelete();
            }}
          >
            {words.undo}
          </button>
        </>
      )}
    </div>
  );
}
