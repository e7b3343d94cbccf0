import { type ReadonlySignal, signal } from "@preact/signals";

const key = "ai-hub-console-device";

/**
 * The code of a device that waits for this person's approval; empty until it is typed. Stored in
 * this tab, because the organisation's sign-in returns to another address.
 */
export class WaitingDevice {
  readonly #storage: Storage;
  readonly #code = signal<string | undefined>(undefined);

  /** `path`: the address after the console's own. */
  constructor(storage: Storage, path: string, search: URLSearchParams) {
    this.#storage = storage;
    if (path.replaceAll("/", "") === "device") {
      this.#set((search.get("code") ?? "").slice(0, 32));
    } else {
      this.#code.value = this.#read();
    }
  }

  get code(): ReadonlySignal<string | undefined> {
    return this.#code;
  }

  type(code: string): void {
    this.#set(code);
  }

  /** The page stays until `leave`; a reload no longer asks. */
  forget(): void {
    try {
      this.#storage.removeItem(key);
    } catch {
      // Without storage, nothing was stored.
    }
  }

  leave(): void {
    this.forget();
    this.#code.value = undefined;
  }

  #set(code: string): void {
    this.#code.value = code;
    try {
      this.#storage.setItem(key, code);
    } catch {
      // Without storage, the organisation's sign-in loses the code; the person types it.
    }
  }

  #read(): string | undefined {
    try {
      return this.#storage.getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  }
}
