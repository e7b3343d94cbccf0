import { signal } from "@preact/signals";

import type { Client } from "../../shared/base/rpc.ts";
import type { JournalView } from "../../shared/sellerPage/sellerJournal.ts";
import type { sellerHostContract } from "../../shared/sellerPage/sellerProtocol.ts";

type Host = Client<typeof sellerHostContract>;

export class JournalList {
  readonly entries = signal<readonly JournalView[] | undefined>(undefined);
  readonly matching = signal(0);
  readonly search = signal("");
  readonly #host: Host;
  #round = 0;

  constructor(host: Host) {
    this.#host = host;
  }

  async read(search = this.search.value): Promise<void> {
    this.search.value = search;
    await this.#read(0, []);
  }

  async more(): Promise<void> {
    const known = this.entries.value ?? [];
    await this.#read(known.length, known);
  }

  async #read(offset: number, known: readonly JournalView[]): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    const page = await this.#host.readJournal({
      search: this.search.value,
      offset,
      isGrouped: true,
    });
    if (this.#round === round) {
      this.matching.value = page.matching;
      this.entries.value = [...known, ...page.entries];
    }
  }
}
