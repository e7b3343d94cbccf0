import { signal } from "@preact/signals";

import type { Snapshot } from "../../../shared/calls/protocol.ts";

export class UiState {
  readonly editingId = signal<string | undefined>(undefined);
  readonly edits = new Map<string, string>();
  readonly notice = signal<string | undefined>(undefined);
  /** The message from which all messages are drawn at once. */
  readonly drawFrom = signal<string | undefined>(undefined);
  readonly isPickerOpen = signal(false);
  readonly hasRun = signal(false);
  readonly isHubStarting = signal(false);

  enter(edits: NonNullable<Snapshot["edits"]>, isOther: boolean): void {
    this.edits.clear();
    for (const { messageId, text } of edits) {
      this.edits.set(messageId, text);
    }
    const open = isOther ? undefined : this.editingId.value;
    this.editingId.value = edits.at(-1)?.messageId ?? open;
  }
}
