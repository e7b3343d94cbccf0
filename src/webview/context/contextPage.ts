import { computed, signal, type ReadonlySignal } from "@preact/signals";

import type { Handlers } from "../../shared/base/rpc.ts";
import type {
  ContextItem,
  ContextMeterFacts,
  contextShows,
  ContextSource,
  SlashCommand,
} from "../../shared/calls/contextCalls.ts";
import { focusMainAfter, focusMainControl } from "../kit/focus.ts";
import type { PageFeatureDeps } from "../page/pageFeatureDeps.ts";
import { pagePart } from "../page/pagePart.ts";
import { HostCalls } from "../page/state/hostCalls.ts";
import { type DroppedData } from "./droppedData.ts";
import { DroppedFiles } from "./droppedFiles.ts";
import { type MeterReading, readMeter } from "./meterReading.ts";
import { PasteOrigins } from "./pasteOrigins.ts";
import { SlashCommands } from "./slashCommands.ts";
import { type Suggestion, Suggestions } from "./suggestions.ts";

interface ActiveFile {
  readonly id: string;
  readonly name: string;
  readonly path: string;
}

export class ContextPage {
  readonly suggestions: Suggestions;
  readonly commands: SlashCommands;
  readonly pastes: PasteOrigins;
  readonly isMeterOpen = signal(false);
  readonly activeFile = signal<ActiveFile | undefined>(undefined);
  readonly shows: Handlers<typeof contextShows>;
  readonly #deps: PageFeatureDeps;
  #isFinding = false;
  readonly #calls: HostCalls;
  readonly #facts = signal<ContextMeterFacts | undefined>(undefined);
  readonly #dropped: DroppedFiles;
  readonly #reading = computed(() => {
    const facts = this.#facts.value;
    return facts && readMeter(facts, this.#deps.composer.text.value);
  });

  constructor(deps: PageFeatureDeps) {
    const { clock, language } = deps;
    const { words } = language;
    this.#deps = deps;
    this.#calls = new HostCalls(deps.ui, words);
    this.shows = {
      showActiveFile: ({ file }) => {
        this.activeFile.value = file;
      },
      showContextMeter: (facts) => {
        this.#facts.value = facts;
      },
    };
    this.suggestions = new Suggestions({
      clock,
      search: (query, source, stage) => this.#search(query, source, stage),
      commands: () => this.#listCommands(),
      sourceName: (source) => words.contextSources[source],
      browseName: words.browseFiles,
    });
    this.commands = new SlashCommands(deps, {
      openMeter: () => this.openMeter(),
      preview: () => this.preview(),
      leaveOutOlderTurns: () => this.leaveOutOlderTurns(),
    });
    this.pastes = new PasteOrigins(deps);
    this.#dropped = new DroppedFiles(deps);
  }

  get facts(): ContextMeterFacts | undefined {
    const facts = this.#facts.value;
    return facts?.conversationId === this.#deps.state.conversationId.value ? facts : undefined;
  }

  get reading(): ReadonlySignal<MeterReading | undefined> {
    return this.#reading;
  }

  tokensOf(attachmentId: string): number | undefined {
    const facts = this.#facts.value;
    const tokens = facts?.attachments.find(({ id }) => id === attachmentId)?.tokens;
    return facts && tokens !== undefined ? Math.round(tokens * facts.rate) : undefined;
  }

  /** Resolves with false if the message cannot be sent. Undefined without preparation. */
  beforeSend(): Promise<boolean> | undefined {
    const prompt = this.commands.beforeSend();
    const { attachments } = this.#deps.state.view.value;
    return attachments.some(({ kind }) => kind === "codebase")
      ? this.#withCode(prompt ?? Promise.resolve(true))
      : prompt;
  }

  choose(row: Suggestion): void {
    const conversationId = this.#deps.state.conversationId.value;
    switch (row.kind) {
      case "narrow":
        this.suggestions.narrow(row.source);
        return;
      case "command":
        this.suggestions.close();
        void this.commands.choose(row.command);
        return;
      case "browse":
        this.#takeTokenOut();
        void this.#do(this.#deps.host.browseContext({ conversationId }));
        return;
      case "item":
        this.#takeTokenOut();
        void this.#do(this.#deps.host.addContextItem({ conversationId, id: row.item.id }));
        return;
      default:
        row satisfies never;
    }
  }

  addActiveFile(): void {
    const file = this.activeFile.value;
    if (file) {
      const conversationId = this.#deps.state.conversationId.value;
      void this.#do(this.#deps.host.addContextItem({ conversationId, id: file.id }));
      focusMainControl();
    }
  }

  openMeter(): void {
    this.isMeterOpen.value = true;
  }

  closeMeter(): void {
    this.isMeterOpen.value = false;
  }

  preview(): void {
    const { composer, state, host, language } = this.#deps;
    const conversationId = state.conversationId.value;
    const preview = host.previewRequest({ conversationId, text: composer.text.value });
    void this.#do(preview, language.words.previewNotReady);
  }

  leaveOutOlderTurns(): void {
    const { host, state, language } = this.#deps;
    const conversationId = state.conversationId.value;
    const draftTokens = (this.#reading.value?.draft ?? 0) / (this.#facts.value?.rate ?? 1);
    const leaveOut = host.leaveOutOlderTurns({ conversationId, draftTokens });
    void this.#do(leaveOut, language.words.nothingToLeaveOut);
  }

  takeBackOlderTurns(): void {
    const { host, state } = this.#deps;
    void this.#do(host.takeBackOlderTurns({ conversationId: state.conversationId.value }));
  }

  drop(data: DroppedData): void {
    void focusMainAfter(this.#dropped.add(data));
  }

  async #search(
    query: string,
    source: ContextSource | undefined,
    stage: "quick" | "full",
  ): Promise<readonly ContextItem[]> {
    const asked = { query: query.slice(0, 500), stage, ...(source !== undefined && { source }) };
    // A failed search returns no items; the next key searches again.
    const found = await this.#deps.host.searchContext(asked).catch(() => undefined);
    return found?.items ?? [];
  }

  async #listCommands(): Promise<readonly SlashCommand[]> {
    const listed = await this.#deps.host.listSlashCommands({}).catch(() => undefined);
    return listed?.commands ?? [];
  }

  /** Sends with code: the host replaces `@codebase`, once the prompt is ready. */
  async #withCode(prompt: Promise<boolean>): Promise<boolean> {
    if (this.#isFinding || !(await prompt)) {
      return false;
    }
    this.#isFinding = true;
    try {
      return await this.#findCode();
    } finally {
      this.#isFinding = false;
    }
  }

  async #findCode(): Promise<boolean> {
    const { host, composer, state, ui, language } = this.#deps;
    const conversationId = state.conversationId.value;
    const text = composer.text.value;
    const answer = await this.#calls.ask(host.findInCodebase({ conversationId, text }));
    if (answer && answer.outcome !== "found") {
      const { nothingInCodebase, noCodeIndex } = language.words;
      ui.notice.value = answer.outcome === "nothing" ? nothingInCodebase : noCodeIndex;
    }
    // The person typed meanwhile: an unfinished message is not sent.
    return (
      answer?.outcome === "found" &&
      conversationId === state.conversationId.value &&
      text === composer.text.value
    );
  }

  #takeTokenOut(): void {
    const { composer } = this.#deps;
    const { token } = this.suggestions;
    this.suggestions.close();
    if (token) {
      const text = composer.typed.value;
      const end = token.start + 1 + token.query.length;
      composer.replace(text.slice(0, token.start) + text.slice(end), token.start);
    }
    focusMainControl();
  }

  async #do(request: Promise<{ readonly ok?: boolean }>, refusal?: string): Promise<void> {
    const answer = await this.#calls.ask(request);
    if (answer?.ok === false) {
      this.#deps.ui.notice.value = refusal;
    }
  }
}

export function createContextPage(deps: PageFeatureDeps): ContextPage {
  return new ContextPage(deps);
}

export const { Provider: ContextProvider, usePart: useChatContext } =
  pagePart<ContextPage>("context");
