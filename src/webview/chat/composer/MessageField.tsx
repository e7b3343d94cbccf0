import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

import { useAgent } from "../../agent/state/agentPage.ts";
import { showWaiting } from "../../agent/state/showWaiting.ts";
import { type ContextPage, useChatContext } from "../../context/contextPage.ts";
import { suggestListId, suggestRowId } from "../../context/suggestIds.ts";
import type { Suggestions } from "../../context/suggestions.ts";
import { handleSuggestKey } from "../../context/suggestKeys.ts";
import { mainControlAttribute } from "../../kit/focus.ts";
import { isSendKey } from "../../kit/keys.ts";
import { usePage } from "../../page/page.ts";
import type { Composer } from "../../page/state/composer.ts";
import { type TurnsPage, useTurns } from "../../turns/turnsPage.ts";

export function MessageField(): JSX.Element {
  const { words, composer, actions, state, follower } = usePage();
  const turns = useTurns();
  const isAgent = useAgent().part("mode") === "agent";
  const context = useChatContext();
  const field = useRef<HTMLTextAreaElement>(null);
  const typed = composer.typed.value;
  useGrowth(field, typed);
  useWantedSelection(field);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (handleSuggestKey(event, context)) {
      return;
    }
    if (isSendKey(event)) {
      event.preventDefault();
      void actions.send();
    } else if (event.key === "Escape" && state.isRunning.value) {
      actions.stop();
    } else if (event.key === "ArrowUp" && composer.text.value === "") {
      if (showWaiting(follower)) {
        event.preventDefault();
        return;
      }
      const lastId = lastOwnMessageId(state);
      if (lastId !== undefined) {
        event.preventDefault();
        actions.edit(lastId);
      }
    }
  };
  const follow = ({ currentTarget }: { readonly currentTarget: HTMLTextAreaElement }): void =>
    context.suggestions.follow(currentTarget.value, currentTarget.selectionEnd);
  return (
    <textarea
      ref={field}
      class="message-field"
      rows={1}
      aria-label={words.message}
      placeholder={isAgent ? words.taskPlaceholder : words.messagePlaceholder}
      value={typed}
      onInput={(event) => {
        composer.type(event.currentTarget.value);
        follow(event);
      }}
      onClick={follow}
      onKeyUp={(event) => {
        if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") {
          follow(event);
        }
      }}
      {...listAttributes(context.suggestions)}
      onKeyDown={onKeyDown}
      onPaste={(event) => paste(event, { composer, turns, context })}
      onBlur={() => composer.saveNow()}
      {...{ [mainControlAttribute]: "" }}
    />
  );
}

interface PasteTargets {
  readonly composer: Composer;
  readonly turns: TurnsPage;
  readonly context: ContextPage;
}

function paste(event: ClipboardEvent, { composer, turns, context }: PasteTargets): void {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  // Spreadsheets add a picture to copied text; the text is preferred.
  const isTaken =
    (text === "" && turns.takeFiles(event.clipboardData?.files)) || composer.takeLong(text);
  if (isTaken) {
    event.preventDefault();
  } else {
    queueMicrotask(() => void context.pastes.look(text));
  }
}

interface ListAttributes {
  readonly "aria-autocomplete": "list";
  readonly "aria-haspopup": "listbox";
  readonly "aria-controls"?: string;
  readonly "aria-activedescendant"?: string;
}

function listAttributes({ openedBy, rows, active }: Suggestions): ListAttributes {
  const isOpen = openedBy.value === "mention" || openedBy.value === "command";
  return {
    "aria-autocomplete": "list",
    "aria-haspopup": "listbox",
    ...(isOpen && { "aria-controls": suggestListId }),
    ...(isOpen && rows.value.length > 0 && { "aria-activedescendant": suggestRowId(active.value) }),
  };
}

function useWantedSelection(field: { readonly current: HTMLTextAreaElement | null }): void {
  const { composer } = usePage();
  const context = useChatContext();
  const wanted = composer.wantedSelection.value;
  useLayoutEffect(() => {
    const element = field.current;
    if (wanted && element) {
      element.setSelectionRange(wanted.start, wanted.end);
      context.suggestions.follow(element.value, wanted.end);
    }
  }, [wanted]);
}

function useGrowth(field: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  const fit = (): void => {
    const element = field.current;
    if (element && !CSS.supports("field-sizing", "content")) {
      element.style.height = "auto";
      element.style.height = `${element.scrollHeight}px`;
    }
  };
  useLayoutEffect(fit, [text]);
  useEffect(() => {
    window.addEventListener("resize", fit);
    return () => window.removeEventListener("resize", fit);
  }, []);
}

function lastOwnMessageId(state: ReturnType<typeof usePage>["state"]): string | undefined {
  return state.messageIds.value.findLast((id) => state.latest(id)?.role === "user");
}
