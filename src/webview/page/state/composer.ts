import { computed, signal, type ReadonlySignal } from "@preact/signals";

import type { Clock } from "../../../shared/base/clock.ts";
import type { PageMemory, VersionedText } from "./pageMemory.ts";

const longTextUnits = 50_000;
/** Larger drafts are not stored: the editor holds a page's state in memory and copies it often. */
const memoryUnits = 100_000;
const saveDelayMs = 250;

export interface TextSelection {
  readonly start: number;
  readonly end: number;
}

export interface ComposerDeps {
  readonly clock: Clock;
  readonly memory: PageMemory;
  readonly saveDraft: (conversationId: string, draft: VersionedText) => Promise<unknown>;
}

type Delivery = boolean | "unsent";

interface SentText {
  readonly typed: string;
  readonly longText: string | undefined;
}

/** Typed text is stored at once in the page's memory and soon by the host. */
export class Composer {
  readonly #deps: ComposerDeps;
  readonly #typed = signal("");
  readonly #longText = signal<string | undefined>(undefined);
  readonly #isSending = signal(false);
  readonly #wantedSelection = signal<TextSelection | undefined>(undefined);
  #conversationId = "";
  #leaving: { readonly text: string; readonly isSent: boolean } | undefined;
  #version = 0;
  #cancelSave: (() => void) | undefined;

  readonly text = computed(() =>
    [this.#typed.value, this.#longText.value ?? ""].filter((part) => part !== "").join("\n\n"),
  );

  constructor(deps: ComposerDeps) {
    this.#deps = deps;
  }

  get typed(): ReadonlySignal<string> {
    return this.#typed;
  }

  get longText(): ReadonlySignal<string | undefined> {
    return this.#longText;
  }

  get version(): number {
    return this.#version;
  }

  get isSending(): ReadonlySignal<boolean> {
    return this.#isSending;
  }

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

  get wantedSelection(): ReadonlySignal<TextSelection | undefined> {
    return this.#wantedSelection;
  }

  replace(typed: string, start: number, end = start): void {
    this.#wantedSelection.value = { start, end };
    this.type(typed);
  }

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

  /** Clears the message only if it was delivered. */
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

  expectSwitch(): void {
    this.saveNow();
    this.#leaving = { text: this.text.value, isSent: false };
  }

  sendAfterSwitch(): void {
    this.#leaving &&= { ...this.#leaving, isSent: true };
  }

  endSwitch(): void {
    this.#leaving = undefined;
  }

  /** Puts undelivered text before the current text. */
  giveBack(text: string): void {
    const present = this.text.value;
    this.#show(present === "" ? text : `${text}\n\n${present}`);
    this.#changed();
  }

  saveNow(): void {
    if (this.#cancelSave) {
      this.#save();
    }
  }

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

  /** Saves a message in transit, which may return after the page is closed, with the host. */
  #saveBeforeLeaving(): void {
    if (this.#isSending.value) {
      this.#save();
    } else {
      this.saveNow();
    }
  }

  #keepIn(conversationId: string, draft: VersionedText): void {
    // Harmless: this removes the copy of a moved text, or stores a text that the host has.
    void this.#deps.saveDraft(conversationId, draft).catch(() => undefined);
  }

  #settle(delivery: Delivery, sent: SentText): void {
    if (delivery === true) {
      this.#clear(sent);
    } else if (delivery === "unsent") {
      this.#save();
    } else {
      this.#changed();
    }
  }

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
      // The page's memory still has the draft; the next change saves it again.
      return;
    }
    if (conversationId === this.#conversationId && draft.version === this.#version) {
      this.#deps.memory.keepDraft(undefined);
    }
  }
}
