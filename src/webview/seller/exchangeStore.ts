import { signal } from "@preact/signals";

import type { Client } from "../../shared/base/rpc.ts";
import type { ExchangeSource, ExchangeView } from "../../shared/sellerPage/sellerExchange.ts";
import type { sellerHostContract } from "../../shared/sellerPage/sellerProtocol.ts";

type Host = Pick<Client<typeof sellerHostContract>, "showExchange">;

export class ExchangeStore {
  readonly view = signal<Extract<ExchangeView, { ok: true }> | undefined>(undefined);
  readonly isRaw = signal(false);
  readonly #host: Host;
  readonly #onMissing: (message: string) => void;
  #round = 0;

  constructor(host: Host, onMissing: (message: string) => void) {
    this.#host = host;
    this.#onMissing = onMissing;
  }

  async open(source: ExchangeSource): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    const answer = await this.#host.showExchange({ source });
    if (this.#round !== round) {
      return;
    }
    if (answer.ok) {
      this.view.value = answer;
    } else {
      this.#onMissing(answer.message);
    }
  }

  close(): void {
    this.#round += 1;
    this.view.value = undefined;
  }
}
