/** Texts that were given to the editor to show at the cursor, and those that the person took or typed whole. */
export interface Offers {
  readonly offered: number;
  readonly kept: number;
}

/** The hub takes no larger report. */
const most = 1_000;

/** Counts what is reported to the hub with the next request. Numbers only, in memory only. */
export class OfferCounts {
  #offered = 0;
  #kept = 0;

  offered(): void {
    this.#offered = Math.min(this.#offered + 1, most);
  }

  kept(): void {
    this.#kept = Math.min(this.#kept + 1, most);
  }

  /** The counts since the last call, which begin again; undefined if there are none. */
  take(): Offers | undefined {
    const offers = { offered: this.#offered, kept: this.#kept };
    this.clear();
    return offers.offered + offers.kept > 0 ? offers : undefined;
  }

  clear(): void {
    this.#offered = 0;
    this.#kept = 0;
  }
}
