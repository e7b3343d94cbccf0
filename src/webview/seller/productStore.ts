import { batch, signal } from "@preact/signals";

import type { Client } from "../../shared/rpc.ts";
import type { ProductView } from "../../shared/sellerPage/product.ts";
import type { sellerHostContract } from "../../shared/sellerPage/sellerProtocol.ts";
import type { ListQuery } from "../../shared/sellerPage/sellerState.ts";

type Host = Pick<Client<typeof sellerHostContract>, "openProduct">;

/** The product that is shown instead of a list. */
export class ProductStore {
  readonly view = signal<ProductView | undefined>(undefined);
  readonly isReading = signal(false);
  readonly #host: Host;
  /** Rises with each opening and closing; a late answer is dropped. */
  #round = 0;

  constructor(host: Host) {
    this.#host = host;
  }

  async open(row: { readonly query: ListQuery; readonly index: number }): Promise<void> {
    await this.#read({ row });
  }

  /** Reads it again, for example after a write. */
  async refresh(): Promise<void> {
    const view = this.view.value;
    if (view?.ok === true) {
      await this.#read({ key: view.key });
    }
  }

  close(): void {
    this.#round += 1;
    batch(() => {
      this.view.value = undefined;
      this.isReading.value = false;
    });
  }

  async #read(params: Parameters<Host["openProduct"]>[0]): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    this.isReading.value = true;
    try {
      const view = await this.#host.openProduct(params);
      if (round === this.#round) {
        this.view.value = view;
      }
    } finally {
      if (round === this.#round) {
        this.isReading.value = false;
      }
    }
  }
}
