import { computed, signal } from "@preact/signals";

import type { Client } from "../../shared/base/rpc.ts";
import type { OrderView } from "../../shared/sellerPage/order.ts";
import type { ImportState } from "../../shared/sellerPage/sellerImport.ts";
import type { Done, sellerHostContract } from "../../shared/sellerPage/sellerProtocol.ts";

const noTracking = { lines: "", codigoStatus: "", nomeTransportadora: "" };

export class OrderStore {
  readonly view = signal<OrderView | undefined>(undefined);
  readonly isReading = signal(false);
  readonly typed = signal("");
  /** Undefined while the typed text is no number. */
  readonly number = computed(() => {
    const text = this.typed.value.trim();
    return /^\d{1,15}$/u.test(text) ? Number(text) : undefined;
  });
  readonly isTracking = signal(false);
  /** The form for several orders; like other forms it outlasts a look at another place. */
  readonly tracking = signal(noTracking);
  #reviewed: typeof noTracking | undefined;
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

  async track(): Promise<Done> {
    const tracking = this.tracking.value;
    const done = await this.#host.trackOrders(tracking);
    this.#reviewed = done.ok ? tracking : undefined;
    return done;
  }

  /** Empties the form when its rows are written; lines that were changed since stay. */
  noteWritten({ stage, file, plan }: ImportState): void {
    const isOurs = file?.isMade === true && plan?.call === "registerTracking";
    if (stage === "finished" && isOurs && this.tracking.value === this.#reviewed) {
      this.tracking.value = noTracking;
    }
  }

  close(): void {
    this.tracking.value = noTracking;
    this.view.value = undefined;
  }
}
