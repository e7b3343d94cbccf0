import type { Words } from "./en/en.ts";

/** Loaded beside the page; a failed load is retried. */
export class LateWords {
  readonly #read: () => Promise<Words>;
  #loading: Promise<Words> | undefined;
  #loaded: Words | undefined;

  constructor(read: () => Promise<Words>) {
    this.#read = read;
    void this.load().catch(() => {});
  }

  get loaded(): Words | undefined {
    return this.#loaded;
  }

  load(): Promise<Words> {
    this.#loading ??= this.#keep();
    return this.#loading;
  }

  async #keep(): Promise<Words> {
    try {
      this.#loaded = await this.#read();
      return this.#loaded;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }
}
