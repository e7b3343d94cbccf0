import type { OpenConversation } from "../../chat/conversations.ts";
import { scanLongText } from "../../chat/protection/longText.ts";
import { sensitiveReport, unsentSources } from "../../chat/protection/sensitiveReport.ts";
import { DisposableStore, type Disposable } from "../../shared/base/lifecycle.ts";
import type { SensitiveReport } from "../../shared/calls/protectionCalls.ts";
import type { ProtectionState } from "./protectionState.ts";

export interface DraftWatchDeps {
  readonly conversation: OpenConversation;
  readonly state: ProtectionState;
  readonly show: (report: SensitiveReport) => void;
  readonly triggers: readonly ((listener: () => void) => Disposable)[];
}

/** Scans changed drafts, one scan at a time. The page delays its draft after typing, so no delay is needed here. */
export class DraftWatch implements Disposable {
  readonly #deps: DraftWatchDeps;
  readonly #disposables = new DisposableStore();
  #isOutdated = false;
  #isLooking = false;
  #isDisposed = false;

  constructor(deps: DraftWatchDeps) {
    this.#deps = deps;
    const { draft } = deps.conversation;
    const look = (): void => void this.#look();
    for (const listen of [draft.onDidChangeText, draft.onDidChangeAttachments, ...deps.triggers]) {
      this.#disposables.add(listen(look));
    }
    look();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#disposables.dispose();
  }

  async #look(): Promise<void> {
    this.#isOutdated = true;
    if (this.#isLooking) {
      return;
    }
    this.#isLooking = true;
    while (this.#isOutdated && !this.#isDisposed) {
      this.#isOutdated = false;
      const report = await this.#report();
      if (!this.#isDisposed) {
        this.#deps.show(report);
      }
    }
    this.#isLooking = false;
  }

  async #report(): Promise<SensitiveReport> {
    const { conversation, state } = this.#deps;
    const { protection, decisions, scanner } = state;
    const { mode } = protection;
    if (mode === "off") {
      return { mode, values: [], total: 0, undecided: 0 };
    }
    const { text, attachments, version: draftVersion } = conversation.draft;
    const findings = await scanLongText(text, scanner, nextTask);
    const { session } = conversation;
    const sent = { conversation: session.conversation, scanner };
    const sources = unsentSources({ text, findings }, attachments, sent);
    const conversationId = session.id;
    const { report } = await sensitiveReport(sources, { mode, decisions, conversationId });
    return { ...report, draftVersion };
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
