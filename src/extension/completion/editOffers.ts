import * as vscode from "vscode";

import type { Clock } from "../../shared/base/clock.ts";
import type { Disposable } from "../../shared/base/lifecycle.ts";
import type { CompletionValues } from "../editor/completionSettings.ts";
import type { AskHub } from "./askHub.ts";
import type { RepeatStep } from "./completionAccess.ts";
import type { FileReasons } from "./fileReasons.ts";
import type { HubAllowance } from "./hubAllowance.ts";
import { editHole, NextEdits } from "./nextEdits.ts";
import { RepeatEdits } from "./repeatEdits.ts";
import type { RepeatFiles } from "./repeatFiles.ts";

type OfferState = "" | "found" | "shown";

interface EditOffersDeps {
  readonly clock: Clock;
  readonly repeatFiles: RepeatFiles;
  readonly reasons: Pick<FileReasons, "against">;
  readonly allowance: Pick<HubAllowance, "check" | "hasNextEdits">;
  readonly hub: Pick<AskHub, "prepare">;
  /** Undefined while completion is paused. */
  readonly settings: () => Pick<CompletionValues, "repeatEdits" | "nextEdits"> | undefined;
  /** Counts a request; false if the limits allow none now. */
  readonly takeRequest: () => boolean;
}

const contextKey = "aiHub.repeatEdit";

/** Repeated edits, and the next edit that a model names, by the same keys. A repeated edit goes first. */
export class EditOffers implements Disposable {
  readonly #deps: EditOffersDeps;
  readonly #repeats: RepeatEdits;
  readonly #next: NextEdits;
  #states: { readonly repeats: OfferState; readonly next: OfferState } = { repeats: "", next: "" };

  constructor(deps: EditOffersDeps) {
    this.#deps = deps;
    const { clock, repeatFiles, hub, settings, takeRequest } = deps;
    this.#repeats = new RepeatEdits({
      clock,
      files: repeatFiles,
      isOn: () => settings()?.repeatEdits === true,
      onState: (repeats) => this.#set({ ...this.#states, repeats }),
    });
    this.#next = new NextEdits({
      clock,
      isOn: () => settings()?.nextEdits === true,
      maySend: (document) => this.#maySend(document),
      isNeeded: () => this.#states.repeats === "",
      ask: (question, signal) =>
        takeRequest()
          ? hub.prepare(String(question.document.uri), editHole(question))(signal)
          : undefined,
      onState: (next) => this.#set({ ...this.#states, next }),
    });
  }

  async step(step: RepeatStep): Promise<void> {
    const { repeats } = this.#states;
    await (repeats === "" ? this.#next.step(step) : this.#repeats.step(step));
  }

  renew(): void {
    this.#repeats.restart();
    this.#next.renew();
  }

  dispose(): void {
    this.#repeats.dispose();
    this.#next.dispose();
  }

  async #maySend(document: vscode.TextDocument): Promise<boolean> {
    const { allowance, reasons } = this.#deps;
    return (
      (await allowance.check()) &&
      allowance.hasNextEdits &&
      (await reasons.against(document)) === undefined
    );
  }

  #set(states: { readonly repeats: OfferState; readonly next: OfferState }): void {
    const before = stateOf(this.#states);
    this.#states = states;
    if (stateOf(states) !== before) {
      void vscode.commands.executeCommand("setContext", contextKey, stateOf(states));
    }
  }
}

/** The value of the context key, for key bindings. */
function stateOf(states: { readonly repeats: OfferState; readonly next: OfferState }): OfferState {
  return states.repeats === "" ? states.next : states.repeats;
}
