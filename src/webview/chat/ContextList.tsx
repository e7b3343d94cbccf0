import type { JSX } from "preact";

import { useChatContext } from "../context/contextPage.ts";
import { Icon } from "../kit/Icon.tsx";
import { usePage } from "../page/page.ts";
import { AttachmentChips } from "./soon.ts";

/** The attachments of the next message, and its long text. */
export function ContextList(): JSX.Element {
  const { words, state, composer } = usePage();
  const context = useChatContext();
  const hasItems = state.view.value.attachments.length > 0 || composer.longText.value !== undefined;
  return (
    <div class="context">
      {hasItems && <AttachmentChips />}
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
