import { computed, signal } from "@preact/signals";

import type { Client } from "../../shared/base/rpc.ts";
import type { OrderView } from "../../shared/sellerPage/order.ts";
import type { sellerHostContract } from "../../shared/sellerPage/sellerProtocol.ts";

export class OrderStore {
  readonly view = signal<OrderView | undefined>(undefined);
  readonly isReading = signal(false);
  readonly typed = signal("");
  /** Undefined while the typed text is no number. */
  readonly number = computed(() => {
    const text = this.typed.value.trim();
    return /^\d{1,15}$/u.test(text) ? Number(text) : undefined;
  });
  readonly #host: Client<typeof sellerHostContract>;
  readonly #environment: () => string | undefined;

  constructor(host: Client<typeof sellerHostContract>, environment: () => string | undefined) {
    this.#host = host;
    this.#environment = environment;
  }

  async read(): Promise<void> {
    const numeroPedido = this.number.value;
    if (numeroPedido === undefined) {
      return;
    }
    const environment = this.#environment();
    this.isReading.value = true;
    const view = await this.#host.readOrder({ numeroPedido }).finally(() => {
      this.isReading.value = false;
    });
    if (this.#environment() === environment) {
      this.view.value = view;
    }
  }

  async reread(): Promise<void> {
    const view = this.view.value;
    if (view?.ok === true && view.order && view.order.numeroPedido === this.number.value) {
      await this.read().catch(() => undefined);
    }
  }

  close(): void {
    this.view.value = undefined;
  }
}
