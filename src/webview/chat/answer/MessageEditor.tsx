import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import type { UserMessage } from "../../../shared/conversation/conversation.ts";
import { isSendKey } from "../../kit/keys.ts";
import { usePage } from "../../page/page.ts";
import { useWords } from "../../page/useWords.ts";
import { useTextQuestion } from "../../protection/textQuestion.tsx";

export function MessageEditor({ message }: { readonly message: UserMessage }): JSX.Element {
  const words = useWords();
  const { actions, ui } = usePage();
  const draft = ui.edits.get(message.id) ?? message.text;
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(draft.length, draft.length);
  }, []);
  const { send, question } = useTextQuestion(
    (text) => void actions.saveEdit(message.id, text),
    () => field.current?.focus(),
  );
  const save = (): void => void send(field.current?.value ?? "");
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      event.stopPropagation();
      actions.cancelEdit();
    } else if (isSendKey(event)) {
      event.preventDefault();
      save();
    }
  };
  return (
    <div class="editor">
      <textarea
        ref={field}
        class="field"
        aria-label={words.editMessage}
        defaultValue={draft}
        rows={2}
        onKeyDown={onKeyDown}
        onInput={({ currentTarget }) => actions.keepEdit(message.id, currentTarget.value)}
      />
      {question}
      <div class="buttons">
        <button type="button" class="button small" onClick={save}>
          {words.saveEdit}
        </button>
        <button type="button" class="button quiet small" onClick={() => actions.cancelEdit()}>
          {words.cancel}
        </button>
      </div>
      <p class="hint">{words.editHint}</p>
    </div>
  );
}
