import { setImmediate as nextTick } from "node:timers/promises";

import type { AnswerEvent } from "../../../src/chat/toolEvents.ts";
import { Approvals, type DecisionOutcome } from "../../../src/chat/tools/approvals.ts";
import { runToolLoop } from "../../../src/chat/tools/toolLoop.ts";
import { createSellerTools } from "../../../src/seller/chatTools/sellerTools.ts";
import { WriteGate, type WriteLimits } from "../../../src/seller/chatTools/writeGate.ts";
import type { SellerClient } from "../../../src/seller/client/sellerClient.ts";
import type { JournalEntry } from "../../../src/seller/write/journalEntry.ts";
import type { SellerAccess, SellerDesk } from "../../../src/seller/write/sellerAccess.ts";
import type { Clock } from "../../../src/shared/base/clock.ts";
import type { PendingApproval, WriteProposal } from "../../../src/shared/conversation/tool.ts";
import { FakeClock } from "../../support/fakeClock.ts";

/** What the person, or something else, does when a card appears. */
export type Act =
  | "approve"
  | "doubleClick"
  | "reject"
  | "tooEarlyThenReject"
  | "approveAfterTimeout"
  | "stop"
  | "approveThenStop"
  | "killSwitch"
  | "approveThenKillSwitch"
  | "switchEnvironmentThenApprove"
  | "readOnlyThenApprove"
  | "otherWindow"
  | "guessIds"
  | "changeWhatIsShown";

export interface Scenario {
  /** The calls of each step of the model. */
  readonly steps: readonly (readonly { readonly name: string; readonly input: object }[])[];
  /** One for each card, the last one again. */
  readonly acts: readonly Act[];
  readonly client: SellerClient;
  readonly limits?: Partial<WriteLimits>;
  readonly clock?: Clock;
  readonly production?: boolean;
}

export interface ScenarioResult {
  readonly events: readonly AnswerEvent[];
  /** Everything that was ever shown. */
  readonly shown: readonly WriteProposal[];
  /** What the person approved, by a click that counted. */
  readonly approved: readonly WriteProposal[];
  readonly journal: readonly JournalEntry[];
  /** What clicks on cards that were gone came to. */
  readonly lateClicks: readonly DecisionOutcome[];
  readonly told: readonly { readonly state: string; readonly result: string | undefined }[];
}

/** Runs one answer with the real loop, approvals, tools and client; the person is played by `acts`. */
export async function runScenario(scenario: Scenario): Promise<ScenarioResult> {
  const person = new Person(scenario);
  const { client, steps } = scenario;
  const events: AnswerEvent[] = [];
  let step = 0;
  const loop = runToolLoop(
    { model: "m", messages: [{ role: "user", content: "Go" }] },
    { signal: person.controller.signal },
    {
      tools: person.tools(client),
      newId: () => crypto.randomUUID(),
      scan: (text) => text,
      approve: (callId, proposal, signal) =>
        person.approvals.ask({ conversationId: "c1", callId }, proposal, signal),
      async *streamChat() {
        await Promise.resolve();
        const calls = steps[(step += 1) - 1] ?? [];
        for (const { name, input } of calls) {
          // JSON as a model writes it, so that keys such as __proto__ are what they are on the wire.
          const parsed = JSON.parse(JSON.stringify(input)) as Record<string, unknown>;
          yield { kind: "toolCall", call: { id: "x", name, arguments: parsed } };
        }
        yield { kind: "finished", reason: calls.length > 0 ? "tool_calls" : "stop" };
      },
    },
  );
  try {
    for await (const event of loop) {
      events.push(event);
    }
  } catch (error) {
    if (!person.controller.signal.aborted) {
      throw error;
    }
  }
  await person.settled();
  return person.result(events);
}

const credentials = (): Promise<undefined> => Promise.resolve(undefined);

class Person {
  readonly controller = new AbortController();
  readonly approvals: Approvals;
  readonly #clock: FakeClock;
  readonly #acts: readonly Act[];
  readonly #gate: WriteGate;
  #limits: WriteLimits;
  readonly #production: boolean;
  readonly #seen = new Set<string>();
  readonly #shown: WriteProposal[] = [];
  readonly #approved: WriteProposal[] = [];
  readonly #journal: JournalEntry[] = [];
  #deskId = "desk-1";

  constructor({ acts, limits, production = false }: Scenario) {
    this.#clock = new FakeClock();
    this.#acts = acts;
    this.#production = production;
    this.#limits = {
      access: "write",
      maxWrites: 10,
      maxPriceChange: 20,
      zeroStock: "refuse",
      ...limits,
    };
    this.#gate = new WriteGate(() => this.#limits);
    this.approvals = new Approvals(this.#clock, () => crypto.randomUUID());
    this.approvals.onDidChange(() => {
      for (const approval of this.approvals.pending("c1")) {
        if (!this.#seen.has(approval.id)) {
          this.#seen.add(approval.id);
          const act = this.#acts[Math.min(this.#seen.size, this.#acts.length) - 1] ?? "reject";
          this.#shown.push(approval.proposal);
          queueMicrotask(() => this.#act(act, approval));
        }
      }
    });
  }

  tools(client: SellerClient): ReturnType<typeof createSellerTools> {
    const environment = {
      name: "Loja",
      kind: this.#production ? "production" : "sandbox",
      baseUrl: "http://127.0.0.1:1",
      codigoSeller: 1001,
      codigoUsuario: 7,
    } as const;
    const access: SellerAccess = {
      desk: (): SellerDesk => ({ id: this.#deskId, environment, client, credentials }),
      onDidChange: () => ({ dispose: () => undefined }),
      journal: (entry) => {
        this.#journal.push(entry);
        return Promise.resolve();
      },
      earlier: () => Promise.resolve(this.#journal),
    };
    return createSellerTools({
      access,
      gate: this.#gate,
      source: "chat",
      clock: this.#clock,
      newId: () => crypto.randomUUID(),
    });
  }

  /** What was on its way when the answer was stopped ends by itself. */
  async settled(): Promise<void> {
    const isOpen = (): boolean =>
      new Set(this.#journal.map(({ id }) => id)).size * 2 !== this.#journal.length;
    for (let turn = 0; turn < 1_000 && (turn < 3 || isOpen()); turn += 1) {
      await nextTick();
    }
  }

  result(events: readonly AnswerEvent[]): ScenarioResult {
    const lateClicks = [...this.#seen].map((id) => this.#click(id));
    const told = events.flatMap((event) =>
      event.kind === "toolCallMoved" ? [{ state: event.state, result: event.result }] : [],
    );
    return {
      events,
      shown: this.#shown,
      approved: this.#approved,
      journal: this.#journal,
      lateClicks,
      told,
    };
  }

  #click(id: string): DecisionOutcome {
    const word = this.#production ? "Loja" : undefined;
    return this.approvals.decide({
      conversationId: "c1",
      id,
      approve: true,
      word,
      acknowledged: true,
    });
  }

  #approve({ id, proposal }: PendingApproval): void {
    this.#clock.advance(500);
    if (this.#click(id) === "done") {
      this.#approved.push(proposal);
    }
  }

  #reject({ id }: PendingApproval): void {
    this.approvals.decide({ conversationId: "c1", id, approve: false });
  }

  readonly #does: Readonly<Record<Act, (approval: PendingApproval) => void>> = {
    approve: (approval) => this.#approve(approval),
    doubleClick: (approval) => {
      this.#approve(approval);
      this.#approve(approval);
    },
    reject: (approval) => this.#reject(approval),
    tooEarlyThenReject: (approval) => {
      this.#click(approval.id);
      this.#reject(approval);
    },
    approveAfterTimeout: (approval) => {
      this.#clock.advance(600_000);
      this.#approve(approval);
    },
    stop: () => this.controller.abort(),
    approveThenStop: (approval) => {
      this.#approve(approval);
      this.controller.abort();
    },
    killSwitch: (approval) => {
      this.#gate.stop();
      this.approvals.withdrawAll();
      this.#approve(approval);
    },
    approveThenKillSwitch: (approval) => {
      this.#approve(approval);
      this.#gate.stop();
      this.approvals.withdrawAll();
    },
    switchEnvironmentThenApprove: (approval) => {
      this.#deskId += "+";
      this.#approve(approval);
    },
    readOnlyThenApprove: (approval) => {
      this.#limits = { ...this.#limits, access: "read" };
      this.#approve(approval);
    },
    otherWindow: (approval) => {
      const other = new Approvals(this.#clock, () => approval.id);
      this.#clock.advance(500);
      other.decide({ conversationId: "c1", id: approval.id, approve: true });
      this.approvals.decide({ conversationId: "c2", id: approval.id, approve: true });
      this.#reject(approval);
    },
    guessIds: (approval) => {
      this.#clock.advance(500);
      for (const id of ["", "1", approval.callId, approval.id.slice(0, -1), "__proto__"]) {
        this.#click(id);
      }
      this.#reject(approval);
    },
    changeWhatIsShown: (approval) => {
      const { proposal } = approval as { proposal: { body?: string; url: string } };
      for (const change of [
        () => (proposal.url = "http://evil.test/"),
        () => (proposal.body = "{}"),
      ]) {
        try {
          change();
        } catch {
          // Frozen, as it should be.
        }
      }
      this.#approve(approval);
    },
  };

  #act(act: Act, approval: PendingApproval): void {
    this.#does[act](approval);
  }
}
