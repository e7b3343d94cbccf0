import { batch, signal } from "@preact/signals";

import type { Client } from "../../shared/base/rpc.ts";
import type { ProductView } from "../../shared/sellerPage/product.ts";
import type { sellerHostContract } from "../../shared/sellerPage/sellerProtocol.ts";
import type { ListQuery } from "../../shared/sellerPage/sellerState.ts";

type Host = Pick<Client<typeof sellerHostContract>, "openProduct" | "cancelProduct">;

export class ProductStore {
  readonly view = signal<ProductView | undefined>(undefined);
  readonly isReading = signal(false);
  readonly #host: Host;
  /** Incremented with each opening and closing, so that late answers are dropped. */
  #round = 0;

  readonly #onRefreshed: () => void;

  /** `onRefreshed`: the lists were read again, so rows may have new numbers. */
  constructor(host: Host, onRefreshed: () => void) {
    this.#host = host;
    this.#onRefreshed = onRefreshed;
  }

  async open(row: { readonly query: ListQuery; readonly index: number }): Promise<void> {
    await this.#read({ row });
  }

  async reread(): Promise<void> {
    const view = this.view.value;
    if (view?.ok === true) {
      await this.#read({ key: view.key });
    }
  }

  async refresh(): Promise<void> {
    const view = this.view.value;
    if (view?.ok === true) {
      await this.#read({ key: view.key, refresh: true });
      this.#onRefreshed();
    }
  }

  cancel(): void {
    if (this.isReading.value) {
      this.#round += 1;
      this.isReading.value = false;
      void this.#host.cancelProduct({}).catch(() => undefined);
    }
  }

  close(): void {
    batch(() => {
      this.cancel();
      this.view.value = undefined;
    });
    this.#round += 1;
  }

  async #read(params: Parameters<Host["openProduct"]>[0]): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    this.isReading.value = true;
    try {
      // The page's own host already reported the lost answer.
      const view = await this.#host.openProduct(params).catch(() => undefined);
      if (view && round === this.#round) {
        this.view.value = view;
      }
    } finally {
      if (round === this.#round) {
        this.isReading.value = false;
      }
    }
  }
}
