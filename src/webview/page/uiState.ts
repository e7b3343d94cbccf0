import { signal } from "@preact/signals";

import type { Snapshot } from "../../shared/calls/protocol.ts";

/** Open parts of the page; not kept across reloads. */
export class UiState {
  /** The person's message that is being edited in place. */
  readonly editingId = signal<string | undefined>(undefined);
  /** The unsent new texts of sent messages, by message id. */
  readonly edits = new Map<string, string>();
  /** Why the last request was not carried out. */
  readonly notice = signal<string | undefined>(undefined);
  /** All messages from this one on are drawn at once. */
  readonly drawFrom = signal<string | undefined>(undefined);
  readonly isPickerOpen = signal(false);
  /** A run is shown above the composer, with the button that stops it. */
  readonly hasRun = signal(false);
  readonly isHubStarting = signal(false);

  /** Shows the unsent edits of a conversation, the last one open. */
  enter(edits: NonNullable<Snapshot["edits"]>, isOther: boolean): void {
    this.edits.clear();
    for (const { messageId, text } of edits) {
      this.edits.set(messageId, text);
    }
    const open = isOther ? undefined : this.editingId.value;
    this.editingId.value = edits.at(-1)?.messageId ?? open;
  }
}
