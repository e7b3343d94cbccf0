import { signal, type ReadonlySignal } from "@preact/signals";

import type { PageFeatureDeps } from "../page/pageFeatureDeps.ts";

/** A pasted text from a known place in a file. */
export interface PasteOffer {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  readonly state: "offered" | "attached";
}

const minPasted = 20;
const maxPasted = 200_000;

/** Offers to attach the lines instead of pasted code. */
export class PasteOrigins {
  readonly #deps: PageFeatureDeps;
  readonly #offer = signal<PasteOffer | undefined>(undefined);
  #added: readonly string[] = [];

  constructor(deps: PageFeatureDeps) {
    this.#deps = deps;
  }

  get offer(): ReadonlySignal<PasteOffer | undefined> {
    return this.#offer;
  }

  async look(text: string): Promise<void> {
    if (text.trim().length < minPasted || text.length > maxPasted) {
      return;
    }
    const found = await this.#deps.host.findPasteOrigin({ text }).catch(() => undefined);
    if (found?.origin && this.#deps.composer.typed.value.includes(normalized(text))) {
      this.#offer.value = { ...found.origin, text: normalized(text), state: "offered" };
    }
  }

  async accept(): Promise<void> {
    const { composer, host, state } = this.#deps;
    const offer = this.#offer.value;
    if (!offer) {
      return;
    }
    const conversationId = state.conversationId.value;
    const added = await host
      .addContextItem({ conversationId, id: offer.id })
      .catch(() => undefined);
    const typed = composer.typed.value;
    const start = typed.indexOf(offer.text);
    if (added?.ok === true && start !== -1) {
      composer.replace(typed.slice(0, start) + typed.slice(start + offer.text.length), start);
      this.#added = added.ids ?? [];
      this.#offer.value = { ...offer, state: "attached" };
    } else {
      this.#offer.value = undefined;
    }
  }

  undo(): void {
    const { composer, host } = this.#deps;
    const offer = this.#offer.value;
    this.#offer.value = undefined;
    if (offer?.state !== "attached") {
      return;
    }
    const typed = composer.typed.value;
    composer.replace(typed + offer.text, typed.length + offer.text.length);
    for (const id of this.#added) {
      // On failure, the attachment is still shown and can be removed by hand.
      void host.removeAttachment({ id }).catch(() => undefined);
    }
  }

  dismiss(): void {
    this.#offer.value = undefined;
  }
}

/** The text with `\n` as line end, as in a text box. */
function normalized(text: string): string {
  return text.replaceAll(/\r\n?/gu, "\n");
}
