import { signal } from "@preact/signals";

/** What is open on the page; nothing of it outlives the page. */
export class UiState {
  /** The message of the person that is being edited in place. */
  readonly editingId = signal<string | undefined>(undefined);
  /** Why the last thing that was asked for did not happen. */
  readonly notice = signal<string | undefined>(undefined);
  /** The message from which on everything is drawn at once. */
  readonly drawFrom = signal<string | undefined>(undefined);
  readonly isPickerOpen = signal(false);
  readonly isHubStarting = signal(false);
}
