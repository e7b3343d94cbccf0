/** `kept`: accepted or typed completely. */
export interface Offers {
  readonly offered: number;
  readonly kept: number;
}

const most = 1_000;

export class OfferCounts {
  #offered = 0;
  #kept = 0;

  offered(): void {
    this.#offered = Math.min(this.#offered + 1, most);
  }

  kept(): void {
    this.#kept = Math.min(this.#kept + 1, most);
  }

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
