import { type ReadonlySignal, type Signal, signal } from "@preact/signals";

import { fromBase64 } from "../../shared/base64.ts";
import { type ImageType, readImage } from "../../shared/image.ts";

interface StoredImage {
  readonly mimeType: ImageType;
  readonly base64: string;
}

/** Pictures kept in memory; others are fetched again when they are shown. */
const maxKept = 40;

/** Pictures of attachments as object URLs of this page, fetched when they are first shown. */
export class ImageStore {
  readonly #fetch: (id: string) => Promise<StoredImage | undefined>;
  readonly #urls = new Map<string, ReadonlySignal<string | undefined>>();

  constructor(fetch: (id: string) => Promise<StoredImage | undefined>) {
    this.#fetch = fetch;
  }

  /** Undefined until it is loaded, and for good if the data is not a picture. */
  url(id: string): ReadonlySignal<string | undefined> {
    const known = this.#urls.get(id);
    if (known) {
      return known;
    }
    const url = signal<string | undefined>(undefined);
    this.#urls.set(id, url);
    this.#forgetOldest();
    void this.#load(id, url);
    return url;
  }

  async #load(id: string, url: Signal<string | undefined>): Promise<void> {
    // If the host does not answer, the next time the picture is shown asks again.
    const image = await this.#fetch(id).catch(() => undefined);
    // Meanwhile newer pictures may have taken its place; nobody would revoke its URL.
    if (this.#urls.get(id) !== url) {
      return;
    }
    const bytes = image && fromBase64(image.base64);
    // The type comes from the bytes, so the data cannot pass as another type.
    const facts = bytes && readImage(bytes);
    if (bytes && facts) {
      url.value = URL.createObjectURL(new Blob([bytes], { type: facts.mimeType }));
    } else {
      this.#urls.delete(id);
    }
  }

  #forgetOldest(): void {
    for (const [id, url] of this.#urls) {
      if (this.#urls.size <= maxKept) {
        return;
      }
      this.#urls.delete(id);
      if (url.value !== undefined) {
        URL.revokeObjectURL(url.value);
      }
    }
  }
}
