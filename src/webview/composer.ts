import { computed, signal, type ReadonlySignal } from "@preact/signals";

import type { Clock } from "../shared/clock.ts";
import type { PageMemory } from "./pageMemory.ts";

/** Longer text than this makes a text box slow, so it is kept beside it, in UTF-16 units. */
const longTextUnits = 50_000;
/** The editor keeps a page's own state in memory and copies it often. */
const memoryUnits = 100_000;
const saveDelayMs = 250;

export interface ComposerDeps {
  readonly clock: Clock;
  readonly memory: PageMemory;
  readonly saveDraft: (conversationId: string, text: string) => Promise<unknown>;
}

/** The unsent message. What is typed is kept at once in the page's memory and soon by the host. */
export class Composer {
  readonly #deps: ComposerDeps;
  readonly #typed = signal("");
  readonly #longText = signal<string | undefined>(undefined);
  readonly #isSending = signal(false);
  #conversationId = "";
  #cancelSave: (() => void) | undefined;

  /** The whole message. */
  readonly text = computed(() =>
    [this.#typed.value, this.#longText.value ?? ""].filter((part) => part !== "").join("\n\n"),
  );

  constructor(deps: ComposerDeps) {
    this.#deps = deps;
  }

  /** What stands in the text box. */
  get typed(): ReadonlySignal<string> {
    return this.#typed;
  }

  /** Text too long for the text box; it follows what is typed. */
  get longText(): ReadonlySignal<string | undefined> {
    return this.#longText;
  }

  get isSending(): ReadonlySignal<boolean> {
    return this.#isSending;
  }

  /** Shows the draft of a conversation. What was typed here and had not reached the host goes first. */
  enter(conversationId: string, draft: string): void {
    if (conversationId === this.#conversationId) {
      return;
    }
    const typedEarly = this.#conversationId === "" ? this.text.value : "";
    if (typedEarly === "") {
      this.saveNow();
    }
    this.#conversationId = conversationId;
    this.#deps.memory.enter(conversationId);
    const { unsavedDraft } = this.#deps.memory;
    this.#show((unsavedDraft ?? draft) + typedEarly);
    if (unsavedDraft !== undefined || typedEarly !== "") {
      this.#save();
    }
  }

  type(typed: string): void {
    this.#typed.value = typed;
    this.#changed();
  }

  /** Takes pasted text that is too long for the text box; false if the box can have it. */
  takeLong(text: string): boolean {
    if (text.length <= longTextUnits) {
      return false;
    }
    const present = this.#longText.value;
    this.#longText.value = present === undefined ? text : `${present}\n\n${text}`;
    this.#changed();
    return true;
  }

  removeLong(): void {
    this.#longText.value = undefined;
    this.#changed();
  }

  /** Hands the message to `send` and clears it only if that says it was taken. */
  async send(send: (text: string) => Promise<boolean>): Promise<void> {
    if (this.#isSending.value) {
      return;
    }
    this.#isSending.value = true;
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    const sent = { typed: this.#typed.value, longText: this.#longText.value };
    let isTaken = false;
    try {
      isTaken = await send(this.text.value);
    } finally {
      this.#isSending.value = false;
      if (isTaken) {
        this.#clear(sent);
      } else {
        this.#changed();
      }
    }
  }

  /** Gives the host now what it may not have yet. */
  saveNow(): void {
    if (this.#cancelSave) {
      this.#save();
    }
  }

  /** What was typed while the message was on its way stays. */
  #clear(sent: { readonly typed: string; readonly longText: string | undefined }): void {
    if (this.#typed.value.startsWith(sent.typed)) {
      this.#typed.value = this.#typed.value.slice(sent.typed.length);
    }
    if (this.#longText.value === sent.longText) {
      this.#longText.value = undefined;
    }
    if (this.text.value === "") {
      this.#deps.memory.keepDraft(undefined);
    } else {
      this.#changed();
    }
  }

  #show(text: string): void {
    const isLong = text.length > longTextUnits;
    this.#typed.value = isLong ? "" : text;
    this.#longText.value = isLong ? text : undefined;
  }

  #changed(): void {
    if (this.#conversationId === "") {
      return;
    }
    const text = this.text.value;
    this.#deps.memory.keepDraft(text.length <= memoryUnits ? text : undefined);
    this.#cancelSave?.();
    this.#cancelSave = this.#deps.clock.startTimer(() => this.#save(), saveDelayMs);
  }

  #save(): void {
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    void this.#saveText(this.text.value);
  }

  async #saveText(text: string): Promise<void> {
    try {
      await this.#deps.saveDraft(this.#conversationId, text);
    } catch {
      // The page's memory still has it, and the next change tries again.
      return;
    }
    if (text === this.text.value) {
      this.#deps.memory.keepDraft(undefined);
    }
  }
}
