import { computed, signal, type ReadonlySignal } from "@preact/signals";

import type { Clock } from "../../shared/clock.ts";
import type { PageMemory, VersionedText } from "./pageMemory.ts";

/** Longer text makes a text box slow, so it is kept outside the box. In UTF-16 units. */
const longTextUnits = 50_000;
/** Larger drafts are not kept: the editor holds a page's state in memory and copies it often. */
const memoryUnits = 100_000;
const saveDelayMs = 250;

/** A range of the text box, in UTF-16 units; empty for a caret alone. */
export interface TextSelection {
  readonly start: number;
  readonly end: number;
}

export interface ComposerDeps {
  readonly clock: Clock;
  readonly memory: PageMemory;
  readonly saveDraft: (conversationId: string, draft: VersionedText) => Promise<unknown>;
}

/** Whether the host has taken a message; with `unsent` it certainly has not. */
type Delivery = boolean | "unsent";

interface SentText {
  readonly typed: string;
  readonly longText: string | undefined;
}

/** The unsent message. Typed text is kept at once in the page's memory and soon by the host. */
export class Composer {
  readonly #deps: ComposerDeps;
  readonly #typed = signal("");
  readonly #longText = signal<string | undefined>(undefined);
  readonly #isSending = signal(false);
  readonly #wantedSelection = signal<TextSelection | undefined>(undefined);
  #conversationId = "";
  /**
   * A switch is under way: `text` stays in the old conversation, later text moves to the new one.
   */
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

  /** The content of the text box. */
  get typed(): ReadonlySignal<string> {
    return this.#typed;
  }

  /** Text too long for the text box; it is sent after the typed text. */
  get longText(): ReadonlySignal<string | undefined> {
    return this.#longText;
  }

  /** Rises with each change; sent to the host with the draft. */
  get version(): number {
    return this.#version;
  }

  get isSending(): ReadonlySignal<boolean> {
    return this.#isSending;
  }

  /**
   * Shows the draft of a conversation: the host's, or a later one from here that had not reached
   * the host.
   */
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

  /**
   * Takes a text that the host wrote into the shown conversation, unless the text here is newer.
   */
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

  /** The selection for the text that was just set; the text box applies it. */
  get wantedSelection(): ReadonlySignal<TextSelection | undefined> {
    return this.#wantedSelection;
  }

  /** Replaces the content of the text box and selects this range of it. */
  replace(typed: string, start: number, end = start): void {
    this.#wantedSelection.value = { start, end };
    this.type(typed);
  }

  /** Takes pasted text that is too long for the text box; returns false for shorter text. */
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

  /** Passes the message to `send` and clears it only if it was taken. */
  async send(send: (draft: VersionedText) => Promise<Delivery>): Promise<void> {
    if (this.#isSending.value) {
      return;
    }
    this.#isSending.value = true;
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    const conversationId = this.#conversationId;
    const sent = { typed: this.#typed.value, longText: this.#longText.value };
    const draft = this.#draft;
    let delivery: Delivery = false;
    try {
      delivery = await send(draft);
    } finally {
      this.#isSending.value = false;
      if (conversationId === this.#conversationId) {
        this.#settle(delivery, sent);
      } else if (delivery !== true) {
        this.#keepIn(conversationId, { text: "", version: draft.version + 1 });
        this.giveBack(draft.text);
      }
    }
  }

  /** Call when a switch to another conversation starts, before it is shown. */
  expectSwitch(): void {
    this.saveNow();
    this.#leaving = { text: this.text.value, isSent: false };
  }

  /** Marks the message as sent during the switch: all of it moves to the new conversation. */
  sendAfterSwitch(): void {
    this.#leaving &&= { ...this.#leaving, isSent: true };
  }

  endSwitch(): void {
    this.#leaving = undefined;
  }

  /** Puts a text that could not be delivered before the text in the composer. */
  giveBack(text: string): void {
    const present = this.text.value;
    this.#show(present === "" ? text : `${text}\n\n${present}`);
    this.#changed();
  }

  /** Saves a pending change in the host at once. */
  saveNow(): void {
    if (this.#cancelSave) {
      this.#save();
    }
  }

  /** The text to move into the next conversation; the present one gets its earlier draft back. */
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

  /** A message in transit may come back after the page is gone, so the host gets a copy. */
  #saveBeforeLeaving(): void {
    if (this.#isSending.value) {
      this.#save();
    } else {
      this.saveNow();
    }
  }

  #keepIn(conversationId: string, draft: VersionedText): void {
    // A failure is harmless: this removes the copy of a moved text, or stores a text that the host
    // has.
    void this.#deps.saveDraft(conversationId, draft).catch(() => undefined);
  }

  #settle(delivery: Delivery, sent: SentText): void {
    if (delivery === true) {
      this.#clear(sent);
    } else if (delivery === "unsent") {
      // The version stays, so that the host's report on this text is still about it.
      this.#save();
    } else {
      this.#changed();
    }
  }

  /** Removes the sent text; text that was typed during sending stays. */
  #clear(sent: SentText): void {
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
      // The page's memory still has the draft, and the next change saves it again.
      return;
    }
    if (conversationId === this.#conversationId && draft.version === this.#version) {
      this.#deps.memory.keepDraft(undefined);
    }
  }
}
