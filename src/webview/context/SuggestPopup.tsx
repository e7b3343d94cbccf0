import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import { useCloseOutside } from "../../ui/closeOutside.ts";
import { Icon } from "../kit/Icon.tsx";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import { useChatContext } from "./contextPage.ts";
import { suggestListId, suggestRowId } from "./suggestIds.ts";
import type { Suggestion, Suggestions } from "./suggestions.ts";
import { handleSuggestKey } from "./suggestKeys.ts";
import { SuggestRow } from "./SuggestRow.tsx";

export function SuggestPopup({ suggestions }: { readonly suggestions: Suggestions }): JSX.Element {
  const words = useWords();
  const context = useChatContext();
  const frame = useRef<HTMLDivElement>(null);
  const rows = suggestions.rows.value;
  const active = suggestions.active.value;
  useCloseOutside(frame, true, (target) => {
    // While a mention or command is typed, the message is the popup's field.
    if (!(target instanceof HTMLTextAreaElement) || suggestions.token === undefined) {
      suggestions.close();
    }
  });
  useLayoutEffect(() => {
    document.getElementById(suggestRowId(active))?.scrollIntoView({ block: "nearest" });
  }, [active, rows]);
  const isCommand = suggestions.openedBy.value === "command";
  return (
    <div class="popup suggest" ref={frame}>
      <PopupHead suggestions={suggestions} />
      <div
        class="options"
        id={suggestListId}
        role="listbox"
        aria-label={isCommand ? words.commands : words.contextItems}
      >
        {rows.map((row, index) => (
          <SuggestRow
            key={keyOf(row)}
            id={suggestRowId(index)}
            row={row}
            isActive={index === active}
            onChoose={() => context.choose(row)}
          />
        ))}
      </div>
      <PopupState suggestions={suggestions} />
    </div>
  );
}

function PopupHead({ suggestions }: { readonly suggestions: Suggestions }): JSX.Element | null {
  const words = useWords();
  const source = suggestions.source.value;
  const isButton = suggestions.openedBy.value === "button";
  const name = source === undefined ? undefined : words.contextSources[source];
  return (
    <div class={isButton || name !== undefined ? "popup-search" : "unseen"}>
      {name !== undefined && (
        <button
          type="button"
          class="suggest-source"
          title={words.allSources}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => suggestions.narrow(undefined)}
        >
          {name}
          <Icon name="close" />
        </button>
      )}
      {isButton && <SearchField suggestions={suggestions} name={name} />}
    </div>
  );
}

function SearchField({
  suggestions,
  name,
}: {
  readonly suggestions: Suggestions;
  readonly name: string | undefined;
}): JSX.Element {
  const words = useWords();
  const context = useChatContext();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), [name]);
  const label = name === undefined ? words.searchContext : words.searchIn(name);
  const count = suggestions.rows.value.length;
  return (
    <input
      ref={field}
      class="field"
      type="text"
      role="combobox"
      aria-label={label}
      placeholder={label}
      aria-expanded="true"
      aria-autocomplete="list"
      aria-controls={suggestListId}
      aria-activedescendant={count > 0 ? suggestRowId(suggestions.active.value) : undefined}
      autocomplete="off"
      spellcheck={false}
      value={suggestions.query.value}
      onInput={(event) => suggestions.type(event.currentTarget.value)}
      onKeyDown={(event) => handleSuggestKey(event, context)}
    />
  );
}

function PopupState({ suggestions }: { readonly suggestions: Suggestions }): JSX.Element | null {
  const words = useWords();
  const { format } = usePage();
  const count = suggestions.rows.value.length;
  const isLoading = suggestions.isLoading.value;
  const isWaiting = suggestions.source.value !== undefined && suggestions.query.value === "";
  const empty = isWaiting ? words.typeToSearch : words.noContextFound;
  const text = count > 0 ? words.foundCount(count, format.count(count)) : empty;
  return (
    <p class={count > 0 && !isLoading ? "unseen" : "popup-text popup-summary"} role="status">
      {isLoading ? words.searchingContext : text}
      {isLoading && <span class="progress" />}
    </p>
  );
}

function keyOf(row: Suggestion): string {
  switch (row.kind) {
    case "item":
      return `item ${row.item.source} ${row.item.label} ${row.item.detail}`;
    case "command":
      return `command ${row.command.name}`;
    case "narrow":
      return `narrow ${row.source}`;
    case "browse":
      return "browse";
    default:
      return row satisfies never;
  }
}
