import type { JSX, TargetedKeyboardEvent } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

import type { HistoryItem } from "../../shared/calls/historyCalls.ts";
import { Icon } from "../kit/Icon.tsx";
import { IconButton } from "../kit/IconButton.tsx";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import type { HistoryList } from "./historyList.ts";
import { focusBeside, focusRow, focusSearch, rowIndex } from "./rowFocus.ts";

export interface HistoryRowProps {
  readonly item: HistoryItem;
  readonly list: HistoryList;
}

export function HistoryRow({ item, list }: HistoryRowProps): JSX.Element {
  const [isNaming, setIsNaming] = useState(false);
  const row = useRef<HTMLButtonElement>(null);
  const takesFocus = useRef(false);
  useLayoutEffect(() => {
    if (takesFocus.current) {
      takesFocus.current = false;
      row.current?.focus();
    }
  }, [isNaming]);
  const endNaming = (byKey: boolean): void => {
    takesFocus.current = byKey;
    setIsNaming(false);
  };
  const parts: RowPartProps = {
    item,
    list,
    onRename: () => setIsNaming(true),
    onDelete: () => {
      if (row.current) {
        focusBeside(row.current);
      }
      void list.delete(item);
    },
  };
  return (
    <li class="history-row">
      {isNaming ? (
        <NameField item={item} list={list} onEnd={endNaming} />
      ) : (
        <>
          <RowButton row={row} {...parts} />
          <RowActions {...parts} />
        </>
      )}
    </li>
  );
}

interface RowPartProps extends HistoryRowProps {
  readonly onRename: () => void;
  readonly onDelete: () => void;
}

function RowButton({
  row,
  ...parts
}: RowPartProps & { readonly row: { current: HTMLButtonElement | null } }): JSX.Element {
  const { item, list } = parts;
  const words = useWords();
  const { state } = usePage();
  const isShown = item.id === state.conversationId.value;
  return (
    <button
      ref={row}
      type="button"
      class="history-open"
      data-history-row
      aria-current={isShown ? "true" : undefined}
      aria-keyshortcuts="F2 Delete"
      onClick={() => void list.show(item.id)}
      onKeyDown={(event) => handleRowKey(event, parts)}
    >
      <span class="history-title">
        {item.isFavourite && <Icon name="star-full" />}
        {item.isReadOnly && <Icon name="lock" />}
        <span class="history-name">{item.title}</span>
      </span>
      <RowFacts item={item} />
      {isShown && <span class="unseen">{words.openNow}</span>}
      {item.excerpt && <ExcerptText excerpt={item.excerpt} />}
    </button>
  );
}

function RowFacts({ item }: { readonly item: HistoryItem }): JSX.Element {
  const words = useWords();
  const { format } = usePage();
  const { cost, workspace, messageCount } = item;
  const facts = [
    format.day(item.updatedAt),
    ...(messageCount > 0 ? [words.messageCount(messageCount, format.count(messageCount))] : []),
    ...(cost && cost.amount > 0 ? [format.money(String(cost.amount), cost.currency)] : []),
    ...(workspace === undefined ? [] : [workspace]),
    ...item.models.slice(-1),
  ];
  return <span class="history-facts">{facts.join(" · ")}</span>;
}

function ExcerptText({
  excerpt: { text, marks },
}: {
  readonly excerpt: NonNullable<HistoryItem["excerpt"]>;
}): JSX.Element {
  const pieces: JSX.Element[] = [];
  let at = 0;
  for (const { start, end } of marks) {
    pieces.push(<>{text.slice(at, start)}</>, <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  return (
    <span class="history-excerpt">
      {pieces}
      {text.slice(at)}
    </span>
  );
}

function RowActions({ item, list, onRename, onDelete }: RowPartProps): JSX.Element {
  const words = useWords();
  return (
    <div class="history-actions">
      <IconButton
        icon={item.isFavourite ? "star-full" : "star-empty"}
        label={
          item.isFavourite ? words.unmarkFavourite(item.title) : words.markFavourite(item.title)
        }
        onClick={() => void list.setFavourite(item.id, !item.isFavourite)}
      />
      <IconButton icon="edit" label={words.renameChat(item.title)} onClick={onRename} />
      <IconButton
        icon="export"
        label={words.exportChatNamed(item.title)}
        onClick={() => list.exportChat(item.id)}
      />
      <IconButton icon="trash" label={words.deleteChat(item.title)} onClick={onDelete} />
    </div>
  );
}

interface NameFieldProps extends HistoryRowProps {
  readonly onEnd: (byKey: boolean) => void;
}

function NameField({ item, list, onEnd }: NameFieldProps): JSX.Element {
  const words = useWords();
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = (title: string | undefined, byKey: boolean): void => {
    if (!isDone.current) {
      isDone.current = true;
      if (title !== undefined) {
        void list.rename(item.id, title);
      }
      onEnd(byKey);
    }
  };
  return (
    <input
      ref={field}
      class="field history-rename"
      type="text"
      maxLength={300}
      aria-label={words.nameOfChat}
      defaultValue={item.title}
      onBlur={(event) => end(event.currentTarget.value, false)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.isComposing) {
          // The default action would open the row, which has the focus by then.
          event.preventDefault();
          end(event.currentTarget.value, true);
        } else if (event.key === "Escape") {
          event.stopPropagation();
          end(undefined, true);
        }
      }}
    />
  );
}

function handleRowKey(
  event: TargetedKeyboardEvent<HTMLButtonElement>,
  { onRename, onDelete }: RowPartProps,
): void {
  const row = event.currentTarget;
  const index = rowIndex(row);
  switch (event.key) {
    case "ArrowDown":
      focusRow(row, index + 1);
      break;
    case "ArrowUp":
      if (index === 0) {
        focusSearch(row);
      } else {
        focusRow(row, index - 1);
      }
      break;
    case "Home":
      focusRow(row, 0);
      break;
    case "End":
      focusRow(row, Number.MAX_SAFE_INTEGER);
      break;
    case "F2":
      onRename();
      break;
    case "Delete":
      onDelete();
      break;
    default:
      return;
  }
  event.preventDefault();
  event.stopPropagation();
}
