import type { JSX } from "preact";

import { useChatContext } from "../context/contextPage.ts";
import { focusMainControl } from "../kit/focus.ts";
import { Icon } from "../kit/Icon.tsx";
import { IconButton } from "../kit/IconButton.tsx";
import { usePage } from "../page/page.ts";
import { AttachmentLabel } from "../turns/AttachmentLabel.tsx";

/** The attachments of the next message, and its long text. */
export function ContextList(): JSX.Element {
  const { words, state, composer, actions } = usePage();
  const context = useChatContext();
  const { attachments } = state.view.value;
  const longText = composer.longText.value;
  const hasItems = attachments.length > 0 || longText !== undefined;
  return (
    <div class="context">
      {hasItems && (
        <ul class="chips" aria-label={words.context}>
          {attachments.map((info) => (
            <li key={info.id} class="chip">
              <AttachmentLabel info={info} tokens={context.tokensOf(info.id)} />
              <RemoveButton name={info.name} onClick={() => actions.removeAttachment(info.id)} />
            </li>
          ))}
          {longText !== undefined && <LongTextChip text={longText} />}
        </ul>
      )}
      <ActiveFileChip />
      <button
        type="button"
        class="add-context"
        aria-haspopup="listbox"
        onClick={() => context.suggestions.openByButton()}
      >
        <Icon name="add" />
        {words.addContext}
      </button>
    </div>
  );
}

/** The file that is open in the editor: a suggestion, until it is clicked. */
function ActiveFileChip(): JSX.Element | null {
  const { words } = usePage();
  const context = useChatContext();
  const file = context.activeFile.value;
  return file ? (
    <button
      type="button"
      class="chip suggested"
      aria-label={words.addFile(file.path)}
      title={words.addFile(file.path)}
      onClick={() => context.addActiveFile()}
    >
      <Icon name="add" />
      <span class="chip-name">{file.name}</span>
    </button>
  ) : null;
}

function LongTextChip({ text }: { readonly text: string }): JSX.Element {
  const { words, format, composer } = usePage();
  return (
    <li class="chip">
      <span class="chip-label" title={words.longTextHint(format.size(text.length))}>
        <Icon name="file" />
        <span class="chip-name">{words.longText}</span>
        <span class="chip-lines">{format.size(text.length)}</span>
      </span>
      <RemoveButton name={words.longText} onClick={() => composer.removeLong()} />
    </li>
  );
}

/** The button disappears with its item, so the focus goes back to the message. */
function RemoveButton({
  name,
  onClick,
}: {
  readonly name: string;
  readonly onClick: () => void;
}): JSX.Element {
  const { words } = usePage();
  return (
    <IconButton
      icon="close"
      label={words.remove(name)}
      onClick={() => {
        onClick();
        focusMainControl();
      }}
    />
  );
}
