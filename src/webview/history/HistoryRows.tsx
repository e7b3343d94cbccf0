import type { JSX, RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import type { HistoryList } from "./historyList.ts";
import { HistoryRow } from "./HistoryRow.tsx";
import { focusRow } from "./rowFocus.ts";

const nearEnd = 400;

export function HistoryRows({ list }: { readonly list: HistoryList }): JSX.Element {
  const words = useWords();
  const items = list.items.value;
  const more = useFocusOnNewRow(items.length);
  const moreNearEnd = (event: Event): void => {
    const { currentTarget: element } = event;
    if (element instanceof HTMLElement) {
      const below = element.scrollHeight - element.clientHeight - element.scrollTop;
      if (below < nearEnd) {
        void list.more();
      }
    }
  };
  return (
    <div class="history-rows" onScroll={moreNearEnd}>
      {items.length > 0 && (
        <ul aria-label={words.conversations}>
          {items.map((item) => (
            <HistoryRow key={item.id} item={item} list={list} />
          ))}
        </ul>
      )}
      {list.hasMore.value && (
        <button ref={more} type="button" class="link history-more" onClick={() => void list.more()}>
          {words.showMore}
        </button>
      )}
      <ListState list={list} />
    </div>
  );
}

/** *Show more* also loads when focus scrolls it into view, and may disappear: its focus moves to the first new row. */
function useFocusOnNewRow(count: number): RefObject<HTMLButtonElement | null> {
  const more = useRef<HTMLButtonElement>(null);
  const drawn = useRef(count);
  const panel = more.current?.closest(".history");
  // Read before drawing, because the focus is lost with the button.
  const hasFocus = more.current !== null && more.current === document.activeElement;
  useLayoutEffect(() => {
    if (panel && hasFocus && (count > drawn.current || !more.current)) {
      focusRow(panel, drawn.current);
    }
    drawn.current = count;
  });
  return more;
}

function ListState({ list }: { readonly list: HistoryList }): JSX.Element {
  const words = useWords();
  const { format } = usePage();
  const { query, workspace, model, since, isFavourite } = list.filter.value;
  const count = list.items.value.length;
  const isFiltered =
    query.trim() !== "" ||
    isFavourite ||
    [workspace, model, since].some((value) => value !== undefined);
  const text = (): string => {
    switch (list.progress.value) {
      case "loading":
        return words.searchingHistory;
      case "failed":
        return words.historyFailed;
      case "partial":
        return words.chatsSoFar(count, format.count(count));
      case "complete":
        if (count === 0) {
          return isFiltered ? words.nothingFound : words.noChatsYet;
        }
        return words.chatCount(count, format.count(count));
      default:
        return list.progress.value satisfies never;
    }
  };
  const isLoading = list.progress.value === "loading";
  const isSeen = list.progress.value !== "partial" && (!isLoading || count === 0);
  return (
    <div class="history-text" role="status">
      <span class={isSeen ? undefined : "unseen"}>{text()}</span>
      {isLoading && <span class="progress" />}
    </div>
  );
}
