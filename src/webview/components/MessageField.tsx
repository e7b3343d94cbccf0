import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

import { mainControlAttribute } from "../focus.ts";
import { isSendKey } from "./keys.ts";
import { usePage } from "./page.ts";

export function MessageField(): JSX.Element {
  const { words, composer, actions, state } = usePage();
  const field = useRef<HTMLTextAreaElement>(null);
  const typed = composer.typed.value;
  useGrowth(field, typed);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isSendKey(event)) {
      event.preventDefault();
      void actions.send();
    } else if (event.key === "Escape" && state.view.value.turn.state === "running") {
      actions.stop();
    } else if (event.key === "ArrowUp" && composer.text.value === "") {
      const lastId = lastOwnMessageId(state);
      if (lastId !== undefined) {
        event.preventDefault();
        actions.edit(lastId);
      }
    }
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (composer.takeLong(event.clipboardData?.getData("text/plain") ?? "")) {
      event.preventDefault();
    }
  };
  return (
    <textarea
      ref={field}
      class="message-field"
      rows={1}
      aria-label={words.message}
      placeholder={words.messagePlaceholder}
      value={typed}
      onInput={(event) => composer.type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onBlur={() => composer.saveNow()}
      {...{ [mainControlAttribute]: "" }}
    />
  );
}

/** The text box is as high as its text; the style sheet bounds it to a third of the view. */
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
