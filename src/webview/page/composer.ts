import { computed, signal, type ReadonlySignal } from "@preact/signals";

import type { Clock } from "../../shared/clock.ts";
import type { PageMemory, VersionedText } from "./pageMemory.ts";

/** Longer text than this makes a text box slow, so it is kept beside it, in UTF-16 units. */
const longTextUnits = 50_000;
/** The editor keeps a page's own state in memory and copies it often. */
const memoryUnits = 100_000;
const saveDelayMs = 250;

/** A piece of the text box, in UTF-16 units; empty where only the caret is meant. */
export interface TextSelection {
  readonly start: number;
  readonly end: number;
}

export interface ComposerDeps {
  readonly clock: Clock;
  readonly memory: PageMemory;
  readonly saveDraft: (conversationId: string, draft: VersionedText) => Promise<unknown>;
}

/** The unsent message. What is typed is kept at once in the page's memory and soon by the host. */
export class Composer {
  readonly #deps: ComposerDeps;
  readonly #typed = signal("");
  readonly #longText = signal<string | undefined>(undefined);
  readonly #isSending = signal(false);
  readonly #wantedSelection = signal<TextSelection | undefined>(undefined);
  #conversationId = "";
  /** Another conversation was asked for: what was written before stays, what is written since goes along. */
  #leaving: { readonly text: string; readonly isSent: boolean } | undefined;
  #version = 0;
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

  /** Rises with each change; the host is told it with the draft. */
  get version(): number {
    return this.#version;
  }

  get isSending(): ReadonlySignal<boolean> {
    return this.#isSending;
  }

  /** Shows the draft of a conversation: the host's, or what was typed here later and had not reached the host. */
  enter(conversationId: string, draft: VersionedText): void {
    if (conversationId === this.#conversationId) {
      this.#takeFromHost(draft);
      return;
    }
    const typedEarly = this.#conversationId === "" ? this.text.value : this.#takeAlong();
    if (typedEarly === "") {
      this.#saveBeforeLeaving();
    }
    this.#conversationId = conversationId;
    this.#deps.memory.enter(conversationId);
    const { unsavedDraft } = this.#deps.memory;
    const isUnsavedNewer = unsavedDraft !== undefined && unsavedDraft.version > draft.version;
    const { text, version } = isUnsavedNewer ? unsavedDraft : draft;
    this.#version = typedEarly === "" ? version : version + 1;
    this.#show(text + typedEarly);
    if (isUnsavedNewer || typedEarly !== "") {
      this.#save();
    } else {
      this.#deps.memory.keepDraft(undefined);
    }
  }

  /** A text that the host wrote into the shown conversation; what was typed here later stays. */
  #takeFromHost({ text, version }: VersionedText): void {
    if (version > this.#version) {
      this.#version = version;
      this.#show(text);
    }
  }

  type(typed: string): void {
    this.#typed.value = typed;
    this.#changed();
  }

  /** Where the caret has to go with the text that was just set; the text box takes it from here. */
  get wantedSelection(): ReadonlySignal<TextSelection | undefined> {
    return this.#wantedSelection;
  }

  /** Another text in the text box, with this selected in it. */
  replace(typed: string, start: number, end = start): void {
    this.#wantedSelection.value = { start, end };
    this.type(typed);
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
  async send(send: (draft: VersionedText) => Promise<boolean>): Promise<void> {
    if (this.#isSending.value) {
      return;
    }
    this.#isSending.value = true;
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    const conversationId = this.#conversationId;
    const sent = { typed: this.#typed.value, longText: this.#longText.value };
    const draft = this.#draft;
    let isTaken = false;
    try {
      isTaken = await send(draft);
    } finally {
      this.#isSending.value = false;
      if (conversationId === this.#conversationId) {
        if (isTaken) {
          this.#clear(sent);
        } else {
          this.#changed();
        }
      } else if (!isTaken) {
        this.#keepIn(conversationId, { text: "", version: draft.version + 1 });
        this.giveBack(draft.text);
      }
    }
  }

  /** Another conversation was asked for, and is not shown yet. */
  expectSwitch(): void {
    this.saveNow();
    this.#leaving = { text: this.text.value, isSent: false };
  }

  /** The message was sent meanwhile: all of it goes along. */
  sendAfterSwitch(): void {
    this.#leaving &&= { ...this.#leaving, isSent: true };
  }

  endSwitch(): void {
    this.#leaving = undefined;
  }

  /** Puts a text that could not be delivered before what is written now. */
  giveBack(text: string): void {
    const present = this.text.value;
    this.#show(present === "" ? text : `${text}\n\n${present}`);
    this.#changed();
  }

  /** Gives the host now what it may not have yet. */
  saveNow(): void {
    if (this.#cancelSave) {
      this.#save();
    }
  }

  /** What is taken along into the next conversation; the draft of the present one is again what it was. */
  #takeAlong(): string {
    const text = this.text.value;
    const { text: before, isSent } = this.#leaving ?? { text, isSent: false };
    this.#leaving = undefined;
    if (text === before && !isSent) {
      return "";
    }
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    const left = { text: isSent ? "" : before, version: this.#version + 1 };
    this.#keepIn(this.#conversationId, left);
    return text;
  }

  /** A message that is on its way may come back after the page was thrown away: the host has it then. */
  #saveBeforeLeaving(): void {
    if (this.#isSending.value) {
      this.#save();
    } else {
      this.saveNow();
    }
  }

  #keepIn(conversationId: string, draft: VersionedText): void {
    // It is a copy that is taken back, or one that the host has: nothing depends on it.
    void this.#deps.saveDraft(conversationId, draft).catch(() => undefined);
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

  get #draft(): VersionedText {
    return { text: this.text.value, version: this.#version };
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
    this.#version += 1;
    const draft = this.#draft;
    this.#deps.memory.keepDraft(draft.text.length <= memoryUnits ? draft : undefined);
    this.#cancelSave?.();
    this.#cancelSave = this.#deps.clock.startTimer(() => this.#save(), saveDelayMs);
  }

  #save(): void {
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    void this.#saveDraft(this.#draft);
  }

  async #saveDraft(draft: VersionedText): Promise<void> {
    const conversationId = this.#conversationId;
    try {
      await this.#deps.saveDraft(conversationId, draft);
    } catch {
      // The page's memory still has it, and the next change tries again.
      return;
    }
    if (conversationId === this.#conversationId && draft.version === this.#version) {
      this.#deps.memory.keepDraft(undefined);
    }
  }
}
