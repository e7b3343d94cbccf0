import type { StreamAnswer } from "../../chat/toolEvents.ts";
import { Approvals } from "../../chat/tools/approvals.ts";
import { runToolLoop } from "../../chat/tools/toolLoop.ts";
import type { StreamChat } from "../../chat/turn.ts";
import type { createSellerTools } from "../../seller/chatTools/sellerTools.ts";
import { WriteGate, type WriteLimits } from "../../seller/chatTools/writeGate.ts";
import { toolTitles } from "../../seller/contract/callTitles.ts";
import type { JournalEntry } from "../../seller/write/journalEntry.ts";
import type { SellerAccess } from "../../seller/write/sellerAccess.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { Emitter } from "../../shared/base/emitter.ts";
import { DisposableStore, type Disposable } from "../../shared/base/lifecycle.ts";
import type { ToolsState } from "../../shared/calls/toolsCalls.ts";
import type { Tool } from "../../shared/conversation/tool.ts";

export interface ChatToolsDeps {
  /** Streams a chat, and also protects sensitive data in tool results. */
  readonly streamChat: StreamChat;
  readonly clock: Clock;
  /** A new id that cannot be guessed. */
  readonly newId: () => string;
  readonly takesTools: (model: string) => boolean;
  readonly readers?: () => readonly Tool[];
  readonly limits: {
    get(): WriteLimits;
    readonly onDidChange: (listener: () => void) => Disposable;
  };
}

export interface SellerSource {
  readonly loaded:
    | { readonly access: SellerAccess; readonly createTools: typeof createSellerTools }
    | undefined;
  readonly onDidChange: (listener: () => void) => Disposable;
  ready(): Promise<void>;
}

export class ChatTools implements Disposable {
  readonly approvals: Approvals;
  readonly gate: WriteGate;
  readonly #deps: ChatToolsDeps;
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new Emitter<undefined>());
  #source: SellerSource | undefined;

  readonly onDidChange = this.#didChange.event;

  constructor(deps: ChatToolsDeps) {
    const { clock, newId, limits } = deps;
    this.#deps = deps;
    this.approvals = this.#disposables.add(new Approvals(clock, newId));
    this.gate = new WriteGate(() => limits.get());
    this.#disposables.add(
      limits.onDidChange(() => {
        if (limits.get().access !== "write") {
          this.approvals.withdrawAll();
        }
        this.#didChange.fire(undefined);
      }),
    );
  }

  connect(source: SellerSource): Disposable {
    this.#source = source;
    return this.#disposables.add(
      source.onDidChange(() => {
        // The cards are out of date: they were prepared for an earlier state.
        this.approvals.withdrawAll();
        this.#didChange.fire(undefined);
      }),
    );
  }

  get access(): SellerAccess | undefined {
    return this.#source?.loaded?.access;
  }

  /** Resolves when the tools are known. If the portal failed to load (already reported), there are no tools. */
  async ready(): Promise<void> {
    await this.#source?.ready().catch(() => undefined);
  }

  get state(): ToolsState {
    const { gate } = this;
    const environment = this.access?.desk()?.environment;
    return {
      ...(environment && {
        environment: { name: environment.name, isProduction: environment.kind === "production" },
      }),
      access: gate.limits.access,
      isStopped: gate.isStopped,
      titles: toolTitles,
    };
  }

  offered(source: JournalEntry["source"]): readonly Tool[] {
    const { access, createTools } = this.#source?.loaded ?? {};
    if (!access?.desk() || !createTools || this.gate.limits.access === "off") {
      return [];
    }
    const { gate } = this;
    const { clock, newId } = this.#deps;
    return createTools({ access, gate, source, clock, newId });
  }

  offeredTo(model: string): readonly Tool[] {
    return this.#deps.takesTools(model)
      ? [...(this.#deps.readers?.() ?? []), ...this.offered("chat")]
      : [];
  }

  answering(conversationId: string): StreamAnswer {
    return (request, options) => this.#answer(conversationId, request, options);
  }

  async *#answer(
    conversationId: string,
    ...[request, options]: Parameters<StreamAnswer>
  ): ReturnType<StreamAnswer> {
    await this.ready();
    const { streamChat, newId } = this.#deps;
    yield* runToolLoop(request, options, {
      streamChat,
      newId,
      tools: this.offeredTo(request.model),
      approve: (callId, proposal, signal) =>
        this.approvals.ask({ conversationId, callId }, proposal, signal),
      // The stream to the model masks results and can restore values. Masking twice would lose them.
      scan: (text) => text,
    });
  }

  stopWrites(): void {
    this.gate.stop();
    this.approvals.withdrawAll();
    this.#didChange.fire(undefined);
  }

  allowWritesAgain(): void {
    this.gate.allowAgain();
    this.#didChange.fire(undefined);
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
