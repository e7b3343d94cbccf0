import type { Clock } from "../../shared/clock.ts";
import type { ModelInfo } from "../models/modelInfo.ts";
import { readModelList } from "./modelList.ts";
import { callUpstream, readText } from "./upstreamHttp.ts";

const listAgeMs = 60_000;
/** What could not be had, or lacks a model, is asked for again after this. */
const briefAgeMs = 5_000;
const maxListBytes = 16 * 1024 * 1024;

interface ModelList {
  readonly models: readonly ModelInfo[];
  /** False if it could not be had: then any model may be there. */
  readonly isKnown: boolean;
  readonly readAt: number;
}

export interface UpstreamModelsDeps {
  /** Of the upstream, for models that do not say whose they are. */
  readonly name: string;
  readonly url: URL;
  /** Of the address of the list, with its question mark. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** How long the list may take. */
  readonly listMs: number;
}

/** What an upstream offers, and the address below which its API was found. */
export class UpstreamModels {
  readonly #deps: UpstreamModelsDeps;
  #base: string;
  #list: ModelList | undefined;
  #reading: Promise<ModelList> | undefined;

  constructor(deps: UpstreamModelsDeps) {
    this.#deps = deps;
    this.#base = basesOf(deps.url)[0];
  }

  /** Without a slash at its end. */
  get base(): string {
    return this.#base;
  }

  async all(): Promise<readonly ModelInfo[]> {
    return (await this.#current()).models;
  }

  /** Whether a model is offered; with `mayBeUnlisted` also if nobody can tell, or if it came just now. */
  async has(id: string, mayBeUnlisted: boolean): Promise<boolean> {
    const list = await this.#current();
    return (
      hasModel(list, id) || (mayBeUnlisted && (!list.isKnown || hasModel(await this.#newest(), id)))
    );
  }

  /** The list as it was read last: one that is old is read again meanwhile, so that nobody waits for it. */
  #current(): Promise<ModelList> {
    if (!this.#list) {
      return this.#read();
    }
    if (this.#age() >= (this.#list.isKnown ? listAgeMs : briefAgeMs)) {
      void this.#read();
    }
    return Promise.resolve(this.#list);
  }

  /** The list as it is now, for a model that nobody has: it may be new. */
  #newest(): Promise<ModelList> {
    return this.#list && this.#age() < briefAgeMs ? Promise.resolve(this.#list) : this.#read();
  }

  #age(): number {
    return this.#deps.clock.now() - (this.#list?.readAt ?? 0);
  }

  #read(): Promise<ModelList> {
    this.#reading ??= this.#readList().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readList(): Promise<ModelList> {
    const { url, clock } = this.#deps;
    for (const base of basesOf(url)) {
      const models = await this.#readListAt(base);
      if (models) {
        this.#base = base;
        this.#list = { models, isKnown: true, readAt: clock.now() };
        return this.#list;
      }
    }
    const isKnown = this.#list?.isKnown ?? false;
    this.#list = { models: this.#list?.models ?? [], isKnown, readAt: clock.now() };
    return this.#list;
  }

  async #readListAt(base: string): Promise<readonly ModelInfo[] | undefined> {
    const { name, query, headers, listMs, clock } = this.#deps;
    try {
      const incoming = await callUpstream(
        {
          url: new URL(`${base}/models${query}`),
          method: "GET",
          headers,
          // Bounds the body as well, which the time below does not.
          signal: AbortSignal.timeout(listMs),
          timeoutMs: listMs,
        },
        clock,
      );
      const body: unknown = JSON.parse(await readText(incoming, maxListBytes));
      return incoming.statusCode === 200 ? readModelList(body, name) : undefined;
    } catch {
      // Not there, or no list: asked again soon; meanwhile the other models work.
      return undefined;
    }
  }
}

function hasModel({ models }: ModelList, id: string): boolean {
  return models.some((model) => model.id === id);
}

/** The addresses below which its API may be: `…/v1` of a bare address, else what was given first. */
function basesOf(url: URL): readonly [string, ...string[]] {
  const given = url.href.replace(/\/+$/u, "");
  return /\/v\d+\w*$/u.test(given) ? [given] : [`${given}/v1`, given];
}
