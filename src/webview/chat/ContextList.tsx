import type { JSX } from "preact";

import { visibleText } from "../../shared/text/visibleText.ts";
import { useChatContext } from "../context/contextPage.ts";
import { Icon } from "../kit/Icon.tsx";
import { usePage } from "../page/page.ts";
import { AttachmentChips } from "./soon.ts";

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

/** The editor's open file, suggested until clicked. */
function ActiveFileChip(): JSX.Element | null {
  const { words } = usePage();
  const context = useChatContext();
  const file = context.activeFile.value;
  const label = file && words.addFile(visibleText(file.path));
  return file ? (
    <button
      type="button"
      class="chip suggested"
      aria-label={label}
      title={label}
      onClick={() => context.addActiveFile()}
    >
      <Icon name="add" />
      <span class="chip-name">{visibleText(file.name)}</span>
    </button>
  ) : null;
}
