import { type ReadonlySignal, type Signal, signal } from "@preact/signals";

import type { ImageType } from "../../shared/conversation/image.ts";

interface StoredImage {
  readonly mimeType: ImageType;
  readonly base64: string;
}

const maxKept = 40;

export class ImageStore {
  readonly #fetch: (id: string) => Promise<StoredImage | undefined>;
  readonly #urls = new Map<string, ReadonlySignal<string | undefined>>();

  constructor(fetch: (id: string) => Promise<StoredImage | undefined>) {
    this.#fetch = fetch;
  }

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
    // Without the host's answer, the next display asks again.
    const picture = await this.#picture(id).catch(() => undefined);
    // Evicted meanwhile: nobody would revoke its URL.
    if (this.#urls.get(id) !== url) {
      return;
    }
    if (picture) {
      url.value = URL.createObjectURL(picture);
    } else {
      this.#urls.delete(id);
    }
  }

  async #picture(id: string): Promise<Blob | undefined> {
    const [image, { pictureOf }] = await Promise.all([this.#fetch(id), import("./imageBytes.ts")]);
    return image && pictureOf(image.base64);
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
