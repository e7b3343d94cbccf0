import type { Clock } from "../../shared/base/clock.ts";
import { contextLengthFields } from "../../shared/hubApi/modelFields.ts";
import { type Fields, parseFields } from "../formats/base/fields.ts";
import { parseJson } from "../formats/base/jsonText.ts";
import type { ChatFormat } from "../formats/chatFormat.ts";
import { type ModelInfo, withFim, withFormats } from "../models/modelInfo.ts";
import type { FillForm } from "../models/modelSource.ts";
import { timeBetween } from "../values/timeBetween.ts";
import { type AskServer, FimProbe } from "./fimProbe.ts";
import { readModelList } from "./modelList.ts";
import { addressOf, callUpstream, readText } from "./upstreamHttp.ts";

const listAgeMs = 60_000;
/** Milliseconds for which a list is cached that failed or lacks the requested model. */
const briefAgeMs = 5_000;
const maxListBytes = 16 * 1024 * 1024;

interface ModelList {
  readonly models: readonly ModelInfo[];
  /** False if the list could not be read: the upstream may have any model. */
  readonly isKnown: boolean;
  readonly readAt: number;
}

export interface UpstreamModelsDeps {
  readonly name: string;
  readonly url: URL;
  readonly format: ChatFormat;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly listMs: number;
}

export class UpstreamModels {
  readonly #deps: UpstreamModelsDeps;
  readonly #probe = new FimProbe();
  #base: string;
  #list: ModelList | undefined;
  #reading: Promise<ModelList> | undefined;

  constructor(deps: UpstreamModelsDeps) {
    this.#deps = deps;
    this.#base = basesOf(deps.url)[0];
  }

  get base(): string {
    return this.#base;
  }

  get root(): string {
    return this.#base.replace(/\/v\d+\w*$/u, "");
  }

  fillForm(id: string): FillForm | undefined {
    return this.#probe.formOf(id);
  }

  async all(): Promise<readonly ModelInfo[]> {
    const { models } = await this.#current();
    return models
      .map((model) => withFormats(model, this.#deps.format))
      .map((model) => (this.fillForm(model.id) ? withFim(model) : model));
  }

  /** `mayBeUnlisted`: reads the list again; without a list, true for any id. */
  async has(id: string, mayBeUnlisted: boolean): Promise<boolean> {
    const list = await this.#current();
    return (
      hasModel(list, id) || (mayBeUnlisted && (!list.isKnown || hasModel(await this.#newest(), id)))
    );
  }

  contextLength(id: string): number | undefined {
    const model = this.#list?.models.find((listed) => listed.id === id);
    return contextLengthFields.map((name) => model?.[name]).find(isLength);
  }

  #current(): Promise<ModelList> {
    if (!this.#list) {
      return this.#read();
    }
    if (this.#age() >= (this.#list.isKnown ? listAgeMs : briefAgeMs)) {
      void this.#read();
    }
    return Promise.resolve(this.#list);
  }

  #newest(): Promise<ModelList> {
    return this.#list && this.#age() < briefAgeMs ? Promise.resolve(this.#list) : this.#read();
  }

  #age(): number {
    return timeBetween(this.#list?.readAt ?? -Infinity, this.#deps.clock.now());
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
        await this.#lookForFim(models);
        this.#list = { models, isKnown: true, readAt: clock.now() };
        return this.#list;
      }
    }
    const isKnown = this.#list?.isKnown ?? false;
    this.#list = { models: this.#list?.models ?? [], isKnown, readAt: clock.now() };
    return this.#list;
  }

  async #lookForFim(models: readonly ModelInfo[]): Promise<void> {
    const { format, listMs } = this.#deps;
    if (format === "openai") {
      const signal = AbortSignal.timeout(listMs);
      await this.#probe.look(models, (path, body) => this.#askServer(path, body, signal));
    }
  }

  async #askServer(path: string, body: Fields, signal: AbortSignal): ReturnType<AskServer> {
    const { headers, listMs, clock } = this.#deps;
    try {
      const address = addressOf(new URL(this.root + path));
      const json = { ...headers, "content-type": "application/json" };
      const text = JSON.stringify(body);
      const call = { address, method: "POST", headers: json, body: text, signal } as const;
      const incoming = await callUpstream({ ...call, timeoutMs: listMs }, clock);
      const fields = parseFields(await readText(incoming, maxListBytes)) ?? {};
      return { status: incoming.statusCode ?? 502, fields };
    } catch {
      // Probed again with the next list.
      return undefined;
    }
  }

  async #readListAt(base: string): Promise<readonly ModelInfo[] | undefined> {
    const { name, query, headers, listMs, clock } = this.#deps;
    try {
      const incoming = await callUpstream(
        {
          address: addressOf(new URL(`${base}/models${query}`)),
          method: "GET",
          headers,
          // `timeoutMs` limits only the headers.
          signal: AbortSignal.timeout(listMs),
          timeoutMs: listMs,
        },
        clock,
      );
      const body: unknown = parseJson(await readText(incoming, maxListBytes));
      return incoming.statusCode === 200 ? readModelList(body, name) : undefined;
    } catch {
      // Tried again soon; meanwhile other models work.
      return undefined;
    }
  }
}

function hasModel({ models }: ModelList, id: string): boolean {
  return models.some((model) => model.id === id);
}

/** For a bare address, `…/v1` is tried first. */
function basesOf(url: URL): readonly [string, ...string[]] {
  const given = url.href.replace(/\/+$/u, "");
  return /\/v\d+\w*$/u.test(given) ? [given] : [`${given}/v1`, given];
}

function isLength(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}
