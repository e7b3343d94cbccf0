import type { ChunkPage, IndexCalls } from "../../codeIndex/indexCalls.ts";
import type { EmbeddableChunk } from "../../codeIndex/semantic/embeddableChunks.ts";
import { HubError } from "../../hub/errors/hubError.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { wait } from "../../shared/base/waiting.ts";
import { estimateTokens } from "../../shared/text/tokenEstimate.ts";

/** A folder of the index, whose chunks are sent. */
export interface SemanticFolder {
  readonly key: string;
  readonly calls: Pick<IndexCalls, "chunks" | "keepVectors" | "semanticState" | "forgetVectors">;
}

export interface SemanticBuildDeps {
  readonly folders: readonly SemanticFolder[];
  readonly model: string;
  readonly clock: Clock;
  /** From 0 to 1, for the waits between tries. */
  readonly random: () => number;
  /** Whether the data protection finds something in a text. */
  readonly hasFinding: (text: string) => boolean;
  readonly embed: (
    texts: readonly string[],
    signal: AbortSignal,
  ) => Promise<readonly Float32Array[]>;
  /** An answer of the chat is on its way: it goes first. */
  readonly isTurnRunning: () => boolean;
  /** The used part of the tightest budget, from 0; undefined if the hub reports none. */
  readonly usedShare: (signal: AbortSignal) => Promise<number | undefined>;
  /** Whether so many chunks may be sent; they count as sent from then on. */
  readonly reserve: (chunks: number) => boolean;
  readonly onSent: (chunks: number) => void;
}

/** `budget`: a budget is used to its limit for this. `cap`: nothing is left of what may be sent, and there is more. */
export type SemanticOutcome = "complete" | "budget" | "cap";

/** What would be sent of the folders. */
export interface SemanticEstimate {
  readonly chunks: number;
  readonly tokens: number;
  /** Chunks that are never sent, because the data protection finds something in them. */
  readonly skipped: number;
}

const maxTexts = 64;
const maxTokens = 40_000;
const pageChunks = 256;
const budgetLimit = 0.8;
/** Batches between two looks at the budgets. */
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

/** Looks at everything that would be sent, without sending it. Rejects when the signal is aborted. */
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
 * Gets a vector for every chunk that has none: two batches at once, one while a chat is answered. Waits as the hub says
 * and tries again. Rejects with a `HubError` if the hub refuses for good, or with the signal's reason.
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
      // A failure ends everything else; it is the reason with which the loop rejects.
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

/** Sends batches; a wait that the hub asks for holds for all of them. */
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

/** What is to be sent, scanned, in batches of one folder each. */
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

/** All chunks without a vector, each text once, a few at a time: the editor gets a turn between them. */
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
