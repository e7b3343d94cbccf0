import type { Client } from "../../shared/base/rpc.ts";
import type { SendOutcome, SensitiveReport } from "../../shared/calls/protectionCalls.ts";
import type { hostContract, ModelList } from "../../shared/calls/protocol.ts";
import { focusMainAfter, focusMainControl } from "../kit/focus.ts";
import type { FirstWords } from "../words/en/firstEn.ts";
import type { ChatState } from "./state/chatState.ts";
import type { Composer } from "./state/composer.ts";
import { loadEarlier } from "./state/earlierMessages.ts";
import { isEmptyMessage } from "./state/emptyMessage.ts";
import { HostCalls } from "./state/hostCalls.ts";
import type { Switching } from "./state/switching.ts";
import type { TailFollower } from "./state/tailFollower.ts";
import type { UiState } from "./state/uiState.ts";

export interface PageActionDeps {
  readonly host: Client<typeof hostContract>;
  readonly state: ChatState;
  readonly composer: Composer;
  readonly follower: TailFollower;
  readonly ui: UiState;
  readonly words: FirstWords;
  readonly switching: Switching;
  readonly isStopped: () => boolean;
  /** Resolves with false if the message cannot be sent. Undefined without preparation. */
  readonly beforeSend: () => Promise<boolean> | undefined;
  /** Asks the person about values, and calls `sendAgain` after the decision. */
  readonly decideFirst: (report: SensitiveReport, sendAgain: () => Promise<void>) => void;
  readonly onDidCopy: () => void;
}

type Unsent = Parameters<Client<typeof hostContract>["sendMessage"]>[0];

export class PageActions {
  readonly #deps: PageActionDeps;
  readonly #calls: HostCalls;
  #isLoadingEarlier = false;

  constructor(deps: PageActionDeps) {
    this.#deps = deps;
    this.#calls = new HostCalls(deps.ui, deps.words);
  }

  async send(): Promise<void> {
    const { host, state } = this.#deps;
    await this.#sendBy((message) =>
      state.isRunning.value ? host.queueMessage(message) : host.sendMessage(message),
    );
  }

  async sendToCompare(models: readonly string[]): Promise<void> {
    await this.#sendBy((message) =>
      this.#deps.host.sendToCompare({ ...message, models: [...models] }),
    );
  }

  stop(): void {
    void this.#calls.ask(this.#deps.host.stop({}));
  }

  newChat(): void {
    const { host, switching } = this.#deps;
    void switching.by(async () => (await this.#calls.ask(host.newChat({}))) !== undefined);
  }

  regenerate(messageId: string): void {
    this.#deps.follower.follow();
    void focusMainAfter(this.#calls.do(this.#deps.host.regenerate(this.#on(messageId))));
  }

  continueAnswer(messageId: string): void {
    this.#deps.follower.follow();
    void focusMainAfter(this.#calls.do(this.#deps.host.continueAnswer(this.#on(messageId))));
  }

  edit(messageId: string): void {
    this.#deps.ui.editingId.value = messageId;
  }

  cancelEdit(): void {
    const { editingId } = this.#deps.ui;
    if (editingId.value !== undefined) {
      this.keepEdit(editingId.value, undefined);
    }
    editingId.value = undefined;
    focusMainControl();
  }

  /** Stores an edit at each change, because a reload or another conversation may follow. */
  keepEdit(messageId: string, text: string | undefined): void {
    const { host, ui } = this.#deps;
    if (text === undefined) {
      ui.edits.delete(messageId);
    } else {
      ui.edits.set(messageId, text);
    }
    // The page still has the text; the next change is stored again.
    void host.keepEdit({ ...this.#on(messageId), text }).catch(() => undefined);
  }

  async saveEdit(messageId: string, text: string): Promise<void> {
    const { host, follower, ui, state, composer } = this.#deps;
    const on = this.#on(messageId);
    if (await this.#calls.do(host.editMessage({ ...on, text }))) {
      ui.edits.delete(messageId);
      ui.editingId.value = undefined;
      follower.follow();
      focusMainControl();
    } else if (on.conversationId !== state.conversationId.value) {
      // The edit field disappeared with its conversation.
      composer.giveBack(text);
    }
  }

  selectBranch(messageId: string, offset: 1 | -1): void {
    void this.#calls.ask(this.#deps.host.selectBranch({ ...this.#on(messageId), offset }));
  }

  async loadEarlier(): Promise<void> {
    if (!this.#isLoadingEarlier) {
      this.#isLoadingEarlier = true;
      await this.#calls.ask(loadEarlier(this.#deps));
      this.#isLoadingEarlier = false;
    }
  }

  openAttachment(id: string): void {
    void this.#calls.do(this.#deps.host.openAttachment({ id }));
  }

  removeAttachment(id: string): void {
    void this.#calls.ask(this.#deps.host.removeAttachment({ id }));
  }

  openLink(href: string): void {
    void this.#calls.do(this.#deps.host.openLink({ href }));
  }

  async findReferences(texts: readonly string[]): Promise<readonly number[]> {
    return (await this.#deps.host.findReferences({ texts: [...texts] })).found;
  }

  async openReference(text: string): Promise<void> {
    const { host, ui, words } = this.#deps;
    const answer = await this.#calls.ask(host.openReference({ text }));
    if (answer?.ok === false) {
      ui.notice.value = words.notFound;
    }
  }

  async copyText(text: string): Promise<boolean> {
    const isCopied = (await this.#calls.ask(this.#deps.host.copyText({ text }))) !== undefined;
    if (isCopied) {
      this.#deps.onDidCopy();
    }
    return isCopied;
  }

  insertAtCursor(text: string): void {
    void this.#calls.do(this.#deps.host.insertAtCursor({ text }));
  }

  signIn(): void {
    void this.#calls.ask(this.#deps.host.signIn({}));
  }

  setToken(): void {
    void this.#calls.ask(this.#deps.host.setToken({}));
  }

  async setBaseUrl(value: string): Promise<string | undefined> {
    const result = await this.#calls.ask(this.#deps.host.setBaseUrl({ value }));
    return result?.ok === false ? (result.reason ?? "") : undefined;
  }

  changeAddress(): void {
    void this.#calls.ask(this.#deps.host.changeAddress({}));
  }

  /** Resolves after the check, whatever its result. */
  async checkHub(): Promise<void> {
    await this.#calls.ask(this.#deps.host.checkHub({}));
  }

  async startLocalHub(): Promise<void> {
    const { host, ui } = this.#deps;
    ui.isHubStarting.value = true;
    await this.#calls.do(host.startLocalHub({}));
    ui.isHubStarting.value = false;
  }

  diagnose(): void {
    void this.#calls.ask(this.#deps.host.diagnose({}));
  }

  async listModels(refresh: boolean): Promise<ModelList> {
    const list = await this.#deps.host.listModels({ refresh }).catch(() => undefined);
    return list ?? { models: [], failure: { kind: "unknown" } };
  }

  selectModel(id: string): void {
    void this.#calls.ask(this.#deps.host.selectModel({ id }));
  }

  openPicker(): void {
    this.#deps.ui.isPickerOpen.value = true;
  }

  dismissNotice(): void {
    this.#deps.ui.notice.value = undefined;
  }

  async #sendBy(send: (message: Unsent) => Promise<SendOutcome>): Promise<void> {
    const { state, composer, switching, isStopped, beforeSend } = this.#deps;
    if (switching.pending) {
      composer.sendAfterSwitch();
      if (!(await switching.pending)) {
        return;
      }
    }
    if (isStopped()) {
      return;
    }
    if (isEmptyMessage(composer.text.value, state.view.value.attachments)) {
      return;
    }
    const ready = beforeSend();
    if (ready && !(await ready)) {
      return;
    }
    await this.#deliver(send);
  }

  /** The host checks for sensitive data and sends in one call. */
  async #deliver(send: (message: Unsent) => Promise<SendOutcome>): Promise<void> {
    const { state, composer, follower, decideFirst } = this.#deps;
    const conversationId = state.conversationId.value;
    let report: SensitiveReport | undefined;
    await composer.send(async ({ text, version }) => {
      const result = await this.#calls.send(send({ conversationId, text, draftVersion: version }));
      if (typeof result === "boolean") {
        return result;
      }
      report = result;
      return "unsent";
    });
    if (report === undefined) {
      follower.follow();
    } else if (conversationId === state.conversationId.value) {
      decideFirst(report, () => this.#sendBy(send));
    }
  }

  #on(messageId: string): { readonly conversationId: string; readonly messageId: string } {
    return { conversationId: this.#deps.state.conversationId.value, messageId };
  }
}
