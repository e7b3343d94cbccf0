import { setTimeout as delay } from "node:timers/promises";

import { LocalHubFetch } from "../../agentNode/localHubFetch.ts";
import { Emitter } from "../../shared/base/emitter.ts";
import type { Disposable } from "../../shared/base/lifecycle.ts";
import type { LocalHubFile } from "../../shared/hubApi/localHub.ts";
import { findLocalHub } from "./localHubFile.ts";

export interface LocalHubDeps {
  readonly folder: string;
  readonly program: string;
  readonly fetch: typeof globalThis.fetch;
  readonly loadPart?: <T>(load: () => Promise<T>) => Promise<T>;
}

const leaseIntervalMs = 10_000;
const startTimeoutMs = 20_000;
const pollMs = 150;

/**
 * The bundled hub as its own process: one per user, shared by all windows. Each window renews a lease; without leases
 * the hub exits.
 */
export class LocalHub implements Disposable {
  readonly #deps: Required<LocalHubDeps>;
  readonly #fetch: LocalHubFetch;
  readonly #clientId = crypto.randomUUID();
  readonly #didChange = new Emitter<undefined>();
  #current: LocalHubFile | undefined;
  #starting: Promise<LocalHubFile> | undefined;
  #leaseTimer: ReturnType<typeof setInterval> | undefined;
  #isDisposed = false;

  readonly onDidChange = this.#didChange.event;

  constructor(deps: LocalHubDeps) {
    this.#deps = { loadPart: (load) => load(), ...deps };
    const { fetch, loadPart } = this.#deps;
    this.#fetch = new LocalHubFetch({
      fetch,
      loadProven: async (hub) => {
        const { provenFetch } = await loadPart(() => import("../../agentNode/provenFetch.ts"));
        return provenFetch(hub);
      },
    });
  }

  /** Sends requests; the local hub's address must first prove itself. */
  get fetch(): typeof globalThis.fetch {
    return this.#fetch.fetch;
  }

  get current(): LocalHubFile | undefined {
    return this.#current;
  }

  async find(): Promise<LocalHubFile | undefined> {
    this.#use(await findLocalHub(this.#deps.folder, this.#fetch));
    return this.#current;
  }

  /** Rejects with the hub's own error text. */
  start(): Promise<LocalHubFile> {
    this.#starting ??= this.#startOrFind().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  /** Stops the hub for all windows; false if it refuses or does not answer. */
  async stop(): Promise<boolean> {
    const hub = await this.find();
    if (!hub) {
      return true;
    }
    const isStopped = await this.#call(hub, "POST", "/hub/local/stop");
    if (isStopped) {
      this.#use(undefined);
    }
    return isStopped;
  }

  async release(): Promise<void> {
    const hub = this.#current;
    this.dispose();
    if (hub) {
      await this.#call(hub, "DELETE", "/hub/local/lease", { clientId: this.#clientId });
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    clearInterval(this.#leaseTimer);
    this.#leaseTimer = undefined;
    this.#didChange.dispose();
  }

  async #startOrFind(): Promise<LocalHubFile> {
    const running = await this.find();
    if (running) {
      return running;
    }
    const { folder, program, loadPart } = this.#deps;
    const { startLocalHub } = await loadPart(() => import("./localHubProcess.ts"));
    const failure = startLocalHub(folder, program);
    const deadline = Date.now() + startTimeoutMs;
    while (Date.now() < deadline) {
      const hub = await this.find();
      if (hub) {
        return hub;
      }
      const message = failure();
      if (message !== undefined) {
        // Another window may have started its hub first: use that one.
        const other = await this.find();
        if (other) {
          return other;
        }
        throw new Error(message);
      }
      await delay(pollMs);
    }
    throw new Error(`The local hub did not start within ${startTimeoutMs / 1000} s`);
  }

  #use(hub: LocalHubFile | undefined): void {
    // A search that ends after `dispose` must not renew the lease for ever.
    if (this.#isDisposed || hub?.nonce === this.#current?.nonce) {
      return;
    }
    this.#current = hub;
    clearInterval(this.#leaseTimer);
    if (hub) {
      void this.#renewLease(hub);
      this.#leaseTimer = setInterval(() => void this.#renewLease(hub), leaseIntervalMs);
    }
    this.#didChange.fire(undefined);
  }

  async #renewLease(hub: LocalHubFile): Promise<void> {
    const isRenewed = await this.#call(hub, "POST", "/hub/local/lease", {
      clientId: this.#clientId,
    });
    if (!isRenewed && this.#current === hub) {
      await this.find();
    }
  }

  async #call(hub: LocalHubFile, method: string, path: string, body?: object): Promise<boolean> {
    try {
      const response = await this.fetch(hub.url + path, {
        method,
        headers: { Authorization: `Bearer ${hub.token}`, "Content-Type": "application/json" },
        body: JSON.stringify(body ?? {}),
        signal: AbortSignal.timeout(leaseIntervalMs),
      });
      return response.ok;
    } catch {
      return false;
    }
  }
}
