import type { SendOutcome, SensitiveReport } from "../../../shared/calls/protectionCalls.ts";
import type { Outcome } from "../../../shared/calls/protocol.ts";
import type { FirstWords } from "../../words/en/firstEn.ts";
import type { UiState } from "./uiState.ts";

type Refusal = Extract<Outcome, { ok: false }>["reason"];

export class HostCalls {
  readonly #ui: UiState;
  readonly #words: FirstWords;

  constructor(ui: UiState, words: FirstWords) {
    this.#ui = ui;
    this.#words = words;
  }

  /** Undefined if the host did not answer. */
  async ask<T>(request: Promise<T>): Promise<T | undefined> {
    this.#ui.notice.value = undefined;
    try {
      return await request;
    } catch {
      this.#ui.notice.value = this.#words.hostSilent;
      return undefined;
    }
  }

  async do(request: Promise<Outcome>): Promise<boolean> {
    const outcome = await this.ask(request);
    return outcome !== undefined && this.#isDone(outcome);
  }

  /** The outcome; it may be a report on which the person decides first. */
  async send(request: Promise<SendOutcome>): Promise<boolean | SensitiveReport> {
    const outcome = await this.ask(request);
    if (outcome === undefined) {
      return false;
    }
    return "report" in outcome ? outcome.report : this.#isDone(outcome);
  }

  #isDone(outcome: Outcome): boolean {
    if (!outcome.ok) {
      this.#ui.notice.value = refusalText(outcome.reason, this.#words);
    }
    return outcome.ok;
  }
}

function refusalText(reason: Refusal, words: FirstWords): string {
  const texts: Readonly<Record<Refusal, string>> = {
    busy: words.busy,
    notConnected: words.notConnected,
    noModel: words.noModelChosen,
    empty: words.nothingToSend,
    tooLarge: words.tooLarge,
    notFound: words.notFound,
    moved: words.movedAway,
    noEditor: words.noEditor,
    storage: words.storageFailed,
    refused: words.refused,
    undecided: words.undecided,
    readOnly: words.readOnlyChat,
  };
  return texts[reason];
}
