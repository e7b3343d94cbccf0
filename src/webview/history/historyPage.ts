import { signal } from "@preact/signals";

import { Emitter } from "../../shared/base/emitter.ts";
import type { Handlers } from "../../shared/base/rpc.ts";
import type { historyShows } from "../../shared/calls/historyCalls.ts";
import { FindPage } from "../find/findPage.ts";
import { focusMainControl } from "../kit/focus.ts";
import type { PageFeatureDeps } from "../page/pageFeatureDeps.ts";
import { pagePart } from "../page/pagePart.ts";

export class HistoryPage {
  readonly find: FindPage;
  readonly isOpen = signal(false);
  readonly isReadOnly = signal(false);
  readonly deps: PageFeatureDeps;
  readonly #didChange = new Emitter<undefined>();

  readonly onDidChange = this.#didChange.event;

  readonly shows: Handlers<typeof historyShows> = {
    openHistory: () => {
      this.open();
    },
    historyChanged: () => {
      this.#didChange.fire(undefined);
    },
    showReadOnly: ({ isReadOnly }) => {
      this.isReadOnly.value = isReadOnly;
    },
  };

  constructor(deps: PageFeatureDeps) {
    this.deps = deps;
    this.find = new FindPage(deps);
  }

  open(): void {
    this.deps.composer.saveNow();
    this.find.close();
    this.isOpen.value = true;
  }

  close(): void {
    this.isOpen.value = false;
    queueMicrotask(focusMainControl);
  }
}

export function createHistoryPage(deps: PageFeatureDeps): HistoryPage {
  return new HistoryPage(deps);
}

export const { Provider: HistoryProvider, usePart: useHistory } = pagePart<HistoryPage>("history");
