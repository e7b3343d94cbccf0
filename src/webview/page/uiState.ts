import { signal } from "@preact/signals";

/** Open parts of the page; not kept across reloads. */
export class UiState {
  /** The person's message that is being edited in place. */
  readonly editingId = signal<string | undefined>(undefined);
  /** Why the last request was not carried out. */
  readonly notice = signal<string | undefined>(undefined);
  /** All messages from this one on are drawn at once. */
  readonly drawFrom = signal<string | undefined>(undefined);
  readonly isPickerOpen = signal(false);
  /** A run is shown above the composer, with the button that stops it. */
  readonly hasRun = signal(false);
  readonly isHubStarting = signal(false);
}
