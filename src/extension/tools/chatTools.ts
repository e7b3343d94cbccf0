import type { StreamAnswer } from "../../chat/toolEvents.ts";
import { Approvals } from "../../chat/tools/approvals.ts";
import { runToolLoop } from "../../chat/tools/toolLoop.ts";
import type { StreamChat } from "../../chat/turn.ts";
import { createSellerTools } from "../../seller/chatTools/sellerTools.ts";
import { sellerToolDefinitions } from "../../seller/chatTools/toolDefinitions.ts";
import { WriteGate, type WriteLimits } from "../../seller/chatTools/writeGate.ts";
import type { JournalEntry } from "../../seller/write/journalEntry.ts";
import type { SellerAccess } from "../../seller/write/sellerAccess.ts";
import type { ToolsState } from "../../shared/calls/toolsCalls.ts";
import type { Clock } from "../../shared/clock.ts";
import { Emitter } from "../../shared/emitter.ts";
import { DisposableStore, type Disposable } from "../../shared/lifecycle.ts";
import type { Tool } from "../../shared/tool.ts";

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

/** The tools of this window: their limits, the pending approvals, and the answers that use them. */
export class ChatTools implements Disposable {
  readonly approvals: Approvals;
  readonly gate: WriteGate;
  readonly #deps: ChatToolsDeps;
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new Emitter<undefined>());
  #access: SellerAccess | undefined;

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
  connect(access: SellerAccess): Disposable {
    this.#access = access;
    return this.#disposables.add(
      access.onDidChange(() => {
        // The cards are out of date: they were prepared for a state that has changed.
        this.approvals.withdrawAll();
        this.#didChange.fire(undefined);
      }),
    );
  }

  get access(): SellerAccess | undefined {
    return this.#access;
  }

  get state(): ToolsState {
    const { gate } = this;
    const environment = this.#access?.desk()?.environment;
    return {
      ...(environment && {
        environment: { name: environment.name, isProduction: environment.kind === "production" },
      }),
      access: gate.limits.access,
      isStopped: gate.isStopped,
      titles,
    };
  }

  /** The tools to offer; empty without an environment, or where the person allows no tools. */
  offered(source: JournalEntry["source"]): readonly Tool[] {
    const access = this.#access;
    if (!access?.desk() || this.gate.limits.access === "off") {
      return [];
    }
    const { gate } = this;
    const { clock, newId } = this.#deps;
    return createSellerTools({ access, gate, source, clock, newId });
  }

  /** The tools that a chat request to this model offers. */
  offeredTo(model: string): readonly Tool[] {
    return this.#deps.takesTools(model)
      ? [...(this.#deps.readers?.() ?? []), ...this.offered("chat")]
      : [];
  }

  answering(conversationId: string): StreamAnswer {
    const { streamChat, newId } = this.#deps;
    return (request, options) =>
      runToolLoop(request, options, {
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

const titles = Object.fromEntries(
  sellerToolDefinitions.map(({ name, title }) => [name, { en: title.en, ptBr: title.ptBr }]),
);
