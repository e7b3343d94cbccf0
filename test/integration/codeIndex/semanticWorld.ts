import type { IndexCalls } from "../../../src/codeIndex/indexCalls.ts";
import { IndexedFolders } from "../../../src/codeIndex/indexedFolders.ts";
import { nodePlace } from "../../../src/codeIndexNode/nodePlace.ts";
import { scanOutbound } from "../../../src/dlp/scanOutbound.ts";
import type { Memory } from "../../../src/extension/codeIndex/dailyChunks.ts";
import type { SemanticOutcome } from "../../../src/extension/codeIndex/semanticBuild.ts";
import { SemanticStage } from "../../../src/extension/codeIndex/semanticStage.ts";
import { fetchEmbeddings } from "../../../src/hub/calls/embeddingsClient.ts";
import { fetchUsage } from "../../../src/hub/usage/usageClient.ts";
import type { ExchangeDeps } from "../../../src/hub/wire/exchange.ts";
import { type Clock, systemClock } from "../../../src/shared/base/clock.ts";
import { Emitter } from "../../../src/shared/base/emitter.ts";
import type { EmbeddingHub } from "./embeddingHub.ts";
import { type IndexedFolder, signal } from "./indexedFolder.ts";

export const model = "hub-hash-512";

/** What a test may change of the surroundings of a stage. */
export class SemanticWorld {
  readonly changes = new Emitter<undefined>();
  agreed: Memory = new KeptValue();
  /** Shared by the stages of several windows. */
  sentToday: Memory = new KeptValue();
  address: string;
  isTurnRunning = false;
  clock: Clock = systemClock;
  readonly #hub: EmbeddingHub;

  constructor(hub: EmbeddingHub) {
    this.#hub = hub;
    this.address = hub.url;
  }

  /** A window's index of a folder, and its stage. */
  async open({ code, data }: IndexedFolder): Promise<OpenStage> {
    const { calls } = new IndexedFolders({
      placeOf: (params) => nodePlace({ ...params, environment: process.env, now: Date.now }),
      clock: systemClock,
    });
    await calls.open({ folder: code, data, usesHistory: false, maxFiles: 1_000, exclude: [] });
    await calls.refresh({ folder: code });
    return { calls, stage: this.#stageOver(code, calls) };
  }

  #stageOver(code: string, calls: IndexCalls): SemanticStage {
    const exchange: ExchangeDeps = {
      baseUrl: this.#hub.url,
      token: () => Promise.resolve("sk_hub_x"),
      fetch: globalThis.fetch,
      clock: systemClock,
    };
    return new SemanticStage({
      search: {
        folders: () => Promise.resolve([{ key: code, calls }]),
        state: { state: "ready" },
        onDidChange: this.changes.event,
      },
      hub: {
        embeddings: (request) => fetchEmbeddings(exchange, request),
        usage: (options) => fetchUsage(exchange, options),
        address: () => Promise.resolve(this.address),
      },
      model: () => model,
      hasFinding: (text) => scanOutbound(text).length > 0,
      isTurnRunning: () => this.isTurnRunning,
      memory: this.agreed,
      sentToday: this.sentToday,
      clock: this.clock,
      random: () => 0,
    });
  }
}

export interface OpenStage {
  readonly calls: IndexCalls;
  readonly stage: SemanticStage;
}

/** Builds as a person who has agreed. */
export async function build(
  stage: SemanticStage,
): Promise<{ readonly outcome: SemanticOutcome | undefined; readonly chunks: number }> {
  let chunks = 0;
  const outcome = await stage.build(model, {
    signal,
    onSent: (count) => {
      chunks += count;
    },
  });
  return { outcome, chunks };
}

/** A file of two chunks. */
export function partText(file: number): string {
  const lines = Array.from({ length: 80 }, (_, line) => `  step${line}of${file}();`);
  return `export function Routine${file}(): void {\n${lines.join("\n")}\n}\n`;
}

/** A memory of this process. */
export class KeptValue implements Memory {
  #value: unknown;

  get(): unknown {
    return this.#value;
  }

  set(value: unknown): void {
    this.#value = value;
  }
}
