import * as z from "zod/mini";

import { toFailure } from "../../hub/errors/hubError.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { Emitter } from "../../shared/base/emitter.ts";
import { type Disposable, DisposableStore } from "../../shared/base/lifecycle.ts";
import { within } from "../../shared/base/waiting.ts";
import type { Failure } from "../../shared/failures/failure.ts";
import { tightestBudget, usedShare } from "../../shared/hubApi/budgets.ts";
import type { BudgetLayer, UsageReport } from "../../shared/hubApi/usageReport.ts";
import { DailyChunks, dayCountSchema, type Memory } from "./dailyChunks.ts";
import type { QueryVector } from "./indexSession.ts";
import type {
  SemanticBuildDeps,
  SemanticEstimate,
  SemanticFolder,
  SemanticOutcome,
} from "./semanticBuild.ts";

export interface SemanticStageDeps {
  readonly search: {
    folders(): Promise<readonly SemanticFolder[] | undefined>;
    readonly state: { readonly state: string };
    readonly onDidChange: (listener: () => void) => Disposable;
  };
  readonly hub: {
    embeddings(request: {
      readonly model: string;
      readonly texts: readonly string[];
      readonly app: string;
      readonly signal: AbortSignal;
    }): Promise<readonly Float32Array[]>;
    usage(options: { readonly signal: AbortSignal }): Promise<UsageReport>;
    address(): Promise<string | undefined>;
  };
  readonly model: () => string;
  readonly hasFinding: (text: string) => boolean;
  readonly isTurnRunning: () => boolean;
  readonly memory: Memory;
  readonly sentToday: Memory;
  readonly clock: Clock;
  readonly random: () => number;
}

/** `waiting`: a budget is 80 % used. `capped`: today's changes exceed the daily limit for sending without asking. */
export type SemanticPhase = "off" | "ready" | "building" | "waiting" | "capped" | "failed";

const app = "vscode-index";
const queryMs = 400;
const maxQueries = 32;
const maxQueryUnits = 2_000;
/** Delay after a change, so that typing does not send with every key. */
const followMs = 10_000;
const budgetMs = 10 * 60_000;

const agreedSchema = z.object({
  hub: z.string().check(z.maxLength(2_000)),
  model: z.string().check(z.maxLength(500)),
  /** The daily count at the time of agreement; absent in older agreements. */
  agreedAt: z.optional(dayCountSchema),
});

interface RunOptions extends Pick<SemanticBuildDeps, "reserve" | "onSent"> {
  readonly signal: AbortSignal;
}

/** The second stage of the search: vectors from the hub. Sends nothing before the person has seen an estimate. */
export class SemanticStage implements Disposable {
  readonly #deps: SemanticStageDeps;
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new Emitter<undefined>());
  readonly #today: DailyChunks;
  readonly #queries = new Map<string, Promise<Float32Array | undefined>>();
  #phase: SemanticPhase = "ready";
  #failure: Failure | undefined;
  #cancelTimer: (() => void) | undefined;
  #stop = new AbortController();
  #stopQueries = new AbortController();
  /** A change arrived during sending and may have missed it. */
  #isBehind = false;
  #last: Promise<unknown> = Promise.resolve();
  #shownHub: string | undefined;

  readonly onDidChange = this.#didChange.event;

  constructor(deps: SemanticStageDeps) {
    this.#deps = deps;
    this.#today = new DailyChunks(deps.sentToday, deps.clock);
    this.#disposables.add(deps.search.onDidChange(() => this.#follow(followMs)));
  }

  get phase(): SemanticPhase {
    return this.#model === undefined ? "off" : this.#phase;
  }

  get failure(): Failure | undefined {
    return this.#failure;
  }

  async budget(signal: AbortSignal): Promise<BudgetLayer | undefined> {
    try {
      return tightestBudget((await this.#deps.hub.usage({ signal })).budgets);
    } catch {
      return undefined;
    }
  }

  async estimate(model: string, signal: AbortSignal): Promise<SemanticEstimate | undefined> {
    this.#shownHub = await this.#deps.hub.address();
    const folders = await this.#deps.search.folders();
    const { estimateSemantic } = await import("./semanticBuild.ts");
    return folders && (await estimateSemantic({ ...this.#deps, folders, model }, signal));
  }

  async build(
    model: string,
    { signal, onSent }: { readonly signal: AbortSignal; readonly onSent: (chunks: number) => void },
  ): Promise<SemanticOutcome | undefined> {
    this.#stop.abort();
    await this.#last;
    // While the person reads the estimate, another window may change the hub.
    const hub = this.#shownHub ?? (await this.#deps.hub.address());
    // Resets the daily limit for this workspace only.
    this.#deps.memory.set({ hub, model, agreedAt: this.#today.count });
    this.#forgetQueries();
    return await this.#run(model, { signal, onSent, reserve: () => true });
  }

  /** Deletes all vectors; sends nothing until the person builds them again. */
  async forget(): Promise<void> {
    this.#deps.memory.set(undefined);
    this.#cancelTimer?.();
    this.#stop.abort();
    this.#forgetQueries();
    await this.#last;
    const folders = (await this.#deps.search.folders()) ?? [];
    await Promise.all(folders.map(({ key, calls }) => calls.forgetVectors({ folder: key })));
    this.#didChange.fire(undefined);
  }

  /** Undefined if the vector comes too late, or the query must not be sent. */
  async similarTo(query: string): Promise<QueryVector | undefined> {
    const model = this.#model;
    const text = query.slice(0, maxQueryUnits);
    if (model === undefined || text.trim() === "" || this.#deps.hasFinding(text)) {
      return undefined;
    }
    const known = this.#queries.get(text);
    const asking = known ?? this.#ask(model, text);
    this.#queries.set(text, asking);
    for (const oldest of [...this.#queries.keys()].slice(0, -maxQueries)) {
      this.#queries.delete(oldest);
    }
    const vector = await within(this.#deps.clock, queryMs, asking);
    return vector && { model, vector };
  }

  dispose(): void {
    this.#cancelTimer?.();
    this.#stop.abort();
    this.#stopQueries.abort();
    this.#disposables.dispose();
  }

  get #model(): string | undefined {
    const wanted = this.#deps.model();
    return wanted !== "" && this.#agreed?.model === wanted ? wanted : undefined;
  }

  get #agreed(): z.infer<typeof agreedSchema> | undefined {
    return agreedSchema.safeParse(this.#deps.memory.get()).data;
  }

  #forgetQueries(): void {
    this.#stopQueries.abort();
    this.#stopQueries = new AbortController();
    this.#queries.clear();
  }

  async #ask(model: string, text: string): Promise<Float32Array | undefined> {
    try {
      const [vector] = await this.#embed(model, [text], this.#stopQueries.signal);
      return vector;
    } catch {
      // This search answers by words only; the next query tries again.
      this.#queries.delete(text);
      return undefined;
    }
  }

  /**
   * Sends texts to the hub; nothing else here does. A hub other than the agreed one gets nothing, and the person is
   * asked again.
   */
  async #embed(
    model: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly Float32Array[]> {
    const address = await this.#deps.hub.address();
    const agreed = this.#agreed;
    if (agreed && agreed.model !== model) {
      throw new Error("The person has agreed to another model since");
    }
    if (address !== agreed?.hub) {
      this.#deps.memory.set(undefined);
      throw new Error("The hub is not the one to which the person agreed");
    }
    return await this.#deps.hub.embeddings({ model, texts, app, signal });
  }

  #follow(ms: number): void {
    if (this.#phase === "building") {
      this.#isBehind = true;
    } else if (this.#model !== undefined) {
      this.#cancelTimer?.();
      this.#cancelTimer = this.#deps.clock.startTimer(() => void this.#catchUp(), ms);
    }
  }

  async #catchUp(): Promise<void> {
    const model = this.#model;
    if (model === undefined || this.#deps.search.state.state !== "ready") {
      return;
    }
    this.#stop.abort();
    await this.#last;
    this.#stop = new AbortController();
    await this.#run(model, {
      signal: this.#stop.signal,
      reserve: (chunks) => this.#today.reserve(chunks, this.#agreed?.agreedAt),
      onSent: () => undefined,
    }).catch(() => undefined);
  }

  async #run(model: string, options: RunOptions): Promise<SemanticOutcome | undefined> {
    const { signal } = options;
    this.#isBehind = false;
    this.#show("building");
    const running = this.#send(model, options);
    this.#last = running.catch(() => undefined);
    try {
      const outcome = await running;
      this.#show(outcome === "budget" ? "waiting" : outcome === "cap" ? "capped" : "ready");
      if (outcome === "budget" || this.#isBehind) {
        this.#follow(outcome === "budget" ? budgetMs : followMs);
      }
      return outcome;
    } catch (error) {
      this.#failure = signal.aborted ? undefined : toFailure(error);
      this.#show(signal.aborted ? "ready" : "failed");
      throw error;
    }
  }

  async #send(model: string, options: RunOptions): Promise<SemanticOutcome | undefined> {
    const folders = await this.#deps.search.folders();
    const { buildSemantic } = await import("./semanticBuild.ts");
    return (
      folders &&
      (await buildSemantic(
        {
          ...this.#deps,
          folders,
          model,
          reserve: options.reserve,
          onSent: options.onSent,
          embed: (texts, signal) => this.#embed(model, texts, signal),
          usedShare: async (signal) => {
            const budget = await this.budget(signal);
            return budget && usedShare(budget);
          },
        },
        options.signal,
      ))
    );
  }

  #show(phase: SemanticPhase): void {
    this.#phase = phase;
    this.#didChange.fire(undefined);
  }
}
