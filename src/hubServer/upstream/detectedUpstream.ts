import * as z from "zod/mini";

import type { Clock } from "../../shared/base/clock.ts";
import { parseJson } from "../formats/base/jsonText.ts";
import type { ModelInfo } from "../models/modelInfo.ts";
import type { Model, ModelSource } from "../models/modelSource.ts";
import { timeBetween } from "../values/timeBetween.ts";
import { Upstream } from "./upstream.ts";
import { addressOf, callUpstream, readText } from "./upstreamHttp.ts";

export interface LocalServer {
  readonly name: string;
  readonly url: URL;
  readonly probePath: string;
  readonly answer: z.ZodMiniType;
}

export const localServers: readonly LocalServer[] = [
  {
    name: "ollama",
    url: new URL("http://127.0.0.1:11434"),
    probePath: "/api/tags",
    answer: z.object({ models: z.array(z.object({ name: z.string(), digest: z.string() })) }),
  },
  {
    name: "llama.cpp",
    url: new URL("http://127.0.0.1:8080"),
    probePath: "/v1/models",
    answer: z.object({ data: z.array(z.object({ owned_by: z.literal("llamacpp") })) }),
  },
];

const probeMs = 500;
const probeAgeMs = 30_000;
const maxProbeBytes = 4 * 1024 * 1024;

/** A model server that may not be running; it is probed until it is found. */
export class DetectedUpstream implements ModelSource {
  readonly name: string;
  readonly #server: LocalServer;
  readonly #upstream: Upstream;
  readonly #clock: Clock;
  readonly #onFound: (server: LocalServer) => void;
  #isFound = false;
  #probedAt = -Infinity;
  #probing: Promise<boolean> | undefined;

  constructor(server: LocalServer, clock: Clock, onFound: (server: LocalServer) => void) {
    this.name = server.name;
    this.#server = server;
    this.#clock = clock;
    this.#onFound = onFound;
    this.#upstream = new Upstream(
      { name: server.name, url: server.url, format: "openai", key: undefined },
      clock,
    );
  }

  async list(): Promise<readonly ModelInfo[]> {
    return (await this.#isThere()) ? this.#upstream.list() : [];
  }

  async find(id: string): Promise<Model | undefined> {
    // Only listed models: an unknown id must not be accepted.
    const models = await this.list();
    return models.some((model) => model.id === id) ? this.#upstream.find(id, false) : undefined;
  }

  #isThere(): Promise<boolean> {
    if (this.#isFound || timeBetween(this.#probedAt, this.#clock.now()) < probeAgeMs) {
      return this.#probing ?? Promise.resolve(this.#isFound);
    }
    this.#probedAt = this.#clock.now();
    this.#probing = this.#probe().finally(() => {
      this.#probing = undefined;
    });
    return this.#probing;
  }

  async #probe(): Promise<boolean> {
    try {
      const incoming = await callUpstream(
        {
          address: addressOf(new URL(this.#server.probePath, this.#server.url)),
          method: "GET",
          headers: { "accept-encoding": "identity" },
          signal: AbortSignal.timeout(probeMs),
          timeoutMs: probeMs,
        },
        this.#clock,
      );
      const body: unknown = parseJson(await readText(incoming, maxProbeBytes));
      this.#isFound = this.#server.answer.safeParse(body).success;
    } catch {
      // No server, or another program uses the port.
      this.#isFound = false;
    }
    if (this.#isFound) {
      this.#onFound(this.#server);
    }
    return this.#isFound;
  }
}
