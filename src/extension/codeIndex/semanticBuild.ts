import type { ChunkPage, IndexCalls } from "../../codeIndex/indexCalls.ts";
import type { EmbeddableChunk } from "../../codeIndex/semantic/embeddableChunks.ts";
import { HubError } from "../../hub/errors/hubError.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { wait } from "../../shared/base/waiting.ts";
import { estimateTokens } from "../../shared/text/tokenEstimate.ts";

export interface SemanticFolder {
  readonly key: string;
  readonly calls: Pick<IndexCalls, "chunks" | "keepVectors" | "semanticState" | "forgetVectors">;
}

export interface SemanticBuildDeps {
  readonly folders: readonly SemanticFolder[];
  readonly model: string;
  readonly clock: Clock;
  /** From 0 to 1, to spread retries. */
  readonly random: () => number;
  readonly hasFinding: (text: string) => boolean;
  readonly embed: (
    texts: readonly string[],
    signal: AbortSignal,
  ) => Promise<readonly Float32Array[]>;
  readonly isTurnRunning: () => boolean;
  /** Used share of the tightest budget, 0 to 1; undefined if the hub reports none. */
  readonly usedShare: (signal: AbortSignal) => Promise<number | undefined>;
  /** Whether so many chunks may be sent; counts them as sent. */
  readonly reserve: (chunks: number) => boolean;
  readonly onSent: (chunks: number) => void;
}

/** `budget`: the share of the budget for this is used up. `cap`: the daily limit is reached and chunks remain. */
export type SemanticOutcome = "complete" | "budget" | "cap";

export interface SemanticEstimate {
  readonly chunks: number;
  readonly tokens: number;
  readonly skipped: number;
}

const maxTexts = 64;
const maxTokens = 40_000;
const pageChunks = 256;
const budgetLimit = 0.8;
const batchesPerLook = 4;
const maxFailures = 30;
const firstWaitMs = 1_000;
const mostWaitMs = 60_000;
/** Failures after which the same batch may succeed. */
const passing: ReadonlySet<string> = new Set([
  "rate_limited",
  "overloaded",
  "upstream_error",
  "connect_timeout",
  "first_byte_timeout",
  "idle_timeout",
  "truncated",
  "refused",
]);

/** Sends nothing. Rejects when the signal is aborted. */
export async function estimateSemantic(
  deps: Pick<SemanticBuildDeps, "folders" | "model" | "clock" | "hasFinding">,
  signal: AbortSignal,
): Promise<SemanticEstimate> {
  let [chunks, tokens, skipped] = [0, 0, 0];
  for await (const { found } of missing(deps, signal)) {
    for (const { text } of found) {
      if (deps.hasFinding(text)) {
        skipped += 1;
      } else {
        chunks += 1;
        tokens += estimateTokens(text);
      }
    }
  }
  return { chunks, tokens, skipped };
}

/**
 * Requests a vector for every chunk without one: two batches in parallel, one while a chat answers. Waits and retries
 * as the hub says. Rejects with a `HubError` if the hub refuses finally, or with the signal's reason.
 */
export async function buildSemantic(
  deps: SemanticBuildDeps,
  outer: AbortSignal,
): Promise<SemanticOutcome> {
  const ended = new AbortController();
  const signal = AbortSignal.any([outer, ended.signal]);
  const sender = new BatchSender(deps, signal);
  const running = new Set<Promise<void>>();
  let outcome: SemanticOutcome = "complete";
  try {
    let batches = 0;
    for await (const batch of batchesOf(deps, signal)) {
      if (batches % batchesPerLook === 0 && (await isUsedUp(deps, signal))) {
        outcome = "budget";
        break;
      }
      if (!deps.reserve(batch.chunks.length)) {
        outcome = "cap";
        break;
      }
      batches += 1;
      while (running.size >= (deps.isTurnRunning() ? 1 : 2)) {
        await Promise.race(running);
      }
      const sending = sender
        .send(batch)
        .catch((error: unknown) => ended.abort(error))
        .finally(() => running.delete(sending));
      running.add(sending);
    }
    await Promise.all(running);
    signal.throwIfAborted();
    return outcome;
  } catch (error) {
    if (error instanceof HubError && error.kind === "budget_exhausted") {
      return "budget";
    }
    throw error;
  } finally {
    ended.abort();
  }
}

interface Batch {
  readonly folder: SemanticFolder;
  readonly chunks: readonly EmbeddableChunk[];
}

/** Sends batches; a wait that the hub requests delays all of them. */
class BatchSender {
  readonly #deps: SemanticBuildDeps;
  readonly #signal: AbortSignal;
  #notBefore = 0;
  #failures = 0;

  constructor(deps: SemanticBuildDeps, signal: AbortSignal) {
    this.#deps = deps;
    this.#signal = signal;
  }

  async send({ folder, chunks }: Batch): Promise<void> {
    const { model, onSent } = this.#deps;
    const vectors = await this.#vectorsOf(chunks.map(({ text }) => text));
    await folder.calls.keepVectors({
      folder: folder.key,
      model,
      vectors: chunks.flatMap(({ key }, place) => {
        const vector = vectors[place];
        return vector ? [{ key, vector }] : [];
      }),
      skipped: [],
    });
    onSent(chunks.length);
  }

  async #vectorsOf(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const { clock, embed } = this.#deps;
    for (;;) {
      while (this.#notBefore > clock.now()) {
        await wait(clock, this.#notBefore - clock.now(), this.#signal);
      }
      try {
        const vectors = await embed(texts, this.#signal);
        this.#failures = 0;
        return vectors;
      } catch (error) {
        this.#waitAfter(error);
      }
    }
  }

  #waitAfter(error: unknown): void {
    const { clock, random } = this.#deps;
    this.#failures += 1;
    if (
      !(error instanceof HubError) ||
      !passing.has(error.kind) ||
      this.#failures > maxFailures ||
      this.#signal.aborted
    ) {
      throw error;
    }
    const growing = Math.min(mostWaitMs, firstWaitMs * 2 ** (this.#failures - 1));
    const ms = error.retryAfterMs ?? growing * (0.5 + random() / 2);
    this.#notBefore = Math.max(this.#notBefore, clock.now() + ms);
  }
}

async function isUsedUp(deps: SemanticBuildDeps, signal: AbortSignal): Promise<boolean> {
  return ((await deps.usedShare(signal)) ?? 0) >= budgetLimit;
}

async function* batchesOf(deps: SemanticBuildDeps, signal: AbortSignal): AsyncGenerator<Batch> {
  let chunks: EmbeddableChunk[] = [];
  let tokens = 0;
  let before: SemanticFolder | undefined;
  for await (const { folder, found } of missing(deps, signal)) {
    if (before && before !== folder && chunks.length > 0) {
      yield { folder: before, chunks };
      [chunks, tokens] = [[], 0];
    }
    before = folder;
    const withFinding = found.filter(({ text }) => deps.hasFinding(text));
    if (withFinding.length > 0) {
      const skipped = withFinding.map(({ key }) => key);
      await folder.calls.keepVectors({
        folder: folder.key,
        model: deps.model,
        vectors: [],
        skipped,
      });
    }
    for (const chunk of found.filter((one) => !withFinding.includes(one))) {
      const size = estimateTokens(chunk.text);
      if (chunks.length > 0 && (chunks.length === maxTexts || tokens + size > maxTokens)) {
        yield { folder, chunks };
        [chunks, tokens] = [[], 0];
      }
      chunks.push(chunk);
      tokens += size;
    }
  }
  if (before && chunks.length > 0) {
    yield { folder: before, chunks };
  }
}

const chunksAtOnce = 16;

async function* missing(
  { folders, model, clock }: Pick<SemanticBuildDeps, "folders" | "model" | "clock">,
  signal: AbortSignal,
): AsyncGenerator<{ readonly folder: SemanticFolder; readonly found: readonly EmbeddableChunk[] }> {
  for (const folder of folders) {
    const seen = new Set<string>();
    let page: ChunkPage | undefined;
    do {
      signal.throwIfAborted();
      const after = page?.next;
      page = await folder.calls.chunks({
        folder: folder.key,
        model,
        limit: pageChunks,
        ...(after !== undefined && { after }),
      });
      const found = page.chunks.filter(({ key }) => !seen.has(key) && seen.add(key));
      for (let start = 0; start < found.length; start += chunksAtOnce) {
        await wait(clock, 0, signal);
        yield { folder, found: found.slice(start, start + chunksAtOnce) };
      }
    } while (page.next !== undefined);
  }
}
