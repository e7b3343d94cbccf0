import { signal } from "@preact/signals";

import type { Snapshot } from "../../../shared/calls/protocol.ts";

/** Not stored across reloads. */
export class UiState {
  readonly editingId = signal<string | undefined>(undefined);
  /** By message id. */
  readonly edits = new Map<string, string>();
  /** Why the last request failed. */
  readonly notice = signal<string | undefined>(undefined);
  /** Draw all messages from this message on at once. */
  readonly drawFrom = signal<string | undefined>(undefined);
  readonly isPickerOpen = signal(false);
  /** A run with its own stop button is shown above the composer. */
  readonly hasRun = signal(false);
  readonly isHubStarting = signal(false);

  /** Restores a conversation's unsent edits, the last one open. */
  enter(edits: NonNullable<Snapshot["edits"]>, isOther: boolean): void {
    this.edits.clear();
    for (const { messageId, text } of edits) {
      this.edits.set(messageId, text);
    }
    const open = isOther ? undefined : this.editingId.value;
    this.editingId.value = edits.at(-1)?.messageId ?? open;
  }
}
