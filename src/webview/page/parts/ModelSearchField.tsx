import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import { useWords } from "../useWords.ts";

export interface ModelSearchFieldProps {
  readonly listId: string;
  readonly activeId: string | undefined;
  readonly query: string;
  readonly onQuery: (text: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

export function ModelSearchField(props: ModelSearchFieldProps): JSX.Element {
  const { listId, activeId, query, onQuery, onKeyDown } = props;
  const words = useWords();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <input
      ref={field}
      class="field"
      type="text"
      role="combobox"
      aria-label={words.searchModels}
      placeholder={words.searchModels}
      aria-expanded="true"
      aria-autocomplete="list"
      aria-controls={listId}
      aria-activedescendant={activeId}
      autocomplete="off"
      spellcheck={false}
      value={query}
      onInput={(event) => onQuery(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}
