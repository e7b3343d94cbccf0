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
  /** Sends requests to models; sensitive data in tool results is protected there, too. */
  readonly streamChat: StreamChat;
  readonly clock: Clock;
  /** Must not be guessable. */
  readonly newId: () => string;
  readonly takesTools: (model: string) => boolean;
  /** Tools that only read the workspace. */
  readonly readers?: () => readonly Tool[];
  readonly limits: {
    get(): WriteLimits;
    readonly onDidChange: (listener: () => void) => Disposable;
  };
}

/** The seller portal for the tools; its code is loaded only where an environment may be. */
export interface SellerSource {
  /** Undefined as long as it is not loaded. */
  readonly loaded:
    | { readonly access: SellerAccess; readonly createTools: typeof createSellerTools }
    | undefined;
  /** Notifies of its loading, and of a possible change of the environment. */
  readonly onDidChange: (listener: () => void) => Disposable;
  /** Resolves when it is loaded, or at once where no environment can be. */
  ready(): Promise<void>;
}

/** The tools of this window: their limits, the pending approvals, and the answers that use them. */
export class ChatTools implements Disposable {
  readonly approvals: Approvals;
  readonly gate: WriteGate;
  readonly #deps: ChatToolsDeps;
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new Emitter<undefined>());
  #source: SellerSource | undefined;

  /** Some part of `state` may have changed. */
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

  /** Gives the tools a portal to work with. */
  connect(source: SellerSource): Disposable {
    this.#source = source;
    return this.#disposables.add(
      source.onDidChange(() => {
        // The cards are out of date: they were prepared for a state that has changed.
        this.approvals.withdrawAll();
        this.#didChange.fire(undefined);
      }),
    );
  }

  get access(): SellerAccess | undefined {
    return this.#source?.loaded?.access;
  }

  /** Resolves when the tools are known. Without the portal, which then was told of, there are none. */
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

  /** The tools to offer; empty without an environment, or where the person allows no tools. */
  offered(source: JournalEntry["source"]): readonly Tool[] {
    const { access, createTools } = this.#source?.loaded ?? {};
    if (!access?.desk() || !createTools || this.gate.limits.access === "off") {
      return [];
    }
    const { gate } = this;
    const { clock, newId } = this.#deps;
    return createTools({ access, gate, source, clock, newId });
  }

  /** The tools that a chat request to this model offers. */
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
      // Not masked here: the stream to the model masks results and can restore the values. Masked
      // twice, they would be lost.
      scan: (text) => text,
    });
  }

  /** The kill switch for writes. */
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
