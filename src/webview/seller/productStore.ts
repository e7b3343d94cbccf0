import { batch, signal } from "@preact/signals";

import type { Client } from "../../shared/base/rpc.ts";
import type { ProductView } from "../../shared/sellerPage/product.ts";
import type { sellerHostContract } from "../../shared/sellerPage/sellerProtocol.ts";
import type { ListQuery } from "../../shared/sellerPage/sellerState.ts";

type Host = Pick<Client<typeof sellerHostContract>, "openProduct" | "cancelProduct">;

/** The product that is shown instead of a list. */
export class ProductStore {
  readonly view = signal<ProductView | undefined>(undefined);
  readonly isReading = signal(false);
  readonly #host: Host;
  /** Rises with each opening and closing; a late answer is dropped. */
  #round = 0;

  readonly #onRefreshed: () => void;

  /** `onRefreshed`: the portal's lists were read again, so that their rows may have other numbers. */
  constructor(host: Host, onRefreshed: () => void) {
    this.#host = host;
    this.#onRefreshed = onRefreshed;
  }

  async open(row: { readonly query: ListQuery; readonly index: number }): Promise<void> {
    await this.#read({ row });
  }

  /** Shows it as the host's lists have it, for example after a write. */
  async reread(): Promise<void> {
    const view = this.view.value;
    if (view?.ok === true) {
      await this.#read({ key: view.key });
    }
  }

  /** Reads it from the portal again. */
  async refresh(): Promise<void> {
    const view = this.view.value;
    if (view?.ok === true) {
      await this.#read({ key: view.key, refresh: true });
      this.#onRefreshed();
    }
  }

  /** Stops the reading; what was shown stays. */
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
      // The person was told of a lost answer by the page's own host.
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
