import type { Socket } from "node:net";

import type { Clock } from "../shared/base/clock.ts";
import { createHubApp } from "./app.ts";
import { apiAppDeps, type ApiCore, composeApi, routeHours } from "./composeApi.ts";
import { createCrossOrigin } from "./http/crossOrigin.ts";
import { HeldBytes, heldLimits } from "./http/heldBytes.ts";
import { createNodeServer, type HubApp } from "./http/nodeServer.ts";
import { createOriginGuard, isLoopbackHost } from "./http/originGuard.ts";
import { createLog, errorText } from "./log.ts";
import { FrameChannel } from "./workers/frames.ts";
import { HandedConnections } from "./workers/handedConnections.ts";
import { type InnerAddress, passOn } from "./workers/innerRequest.ts";
import { joinInside } from "./workers/innerServer.ts";
import {
  configOf,
  type FromWorker,
  type Order,
  type ToWorker,
  type WorkerStart,
} from "./workers/messages.ts";
import { StoreClient } from "./workers/storeClient.ts";

export interface WorkerEnvironment {
  readonly clock: Clock;
  readonly writeLog: (line: string) => void;
  readonly onConnection: (listener: (connection: Socket | undefined) => void) => void;
  readonly exit: (code: number) => void;
}

/** Threads per worker; one is enough, because the workers use the processors. */
const bodyThreads = 1;

const lastWordsMs = 200;

export async function runWorker(
  inner: InnerAddress,
  environment: WorkerEnvironment,
): Promise<void> {
  const { stream, head } = await joinInside(inner);
  new Worker(inner, environment).run((listener) => new FrameChannel(stream, listener, head));
}

interface Running {
  readonly connections: HandedConnections;
  readonly core: ApiCore;
}

class Worker {
  readonly #inner: InnerAddress;
  readonly #environment: WorkerEnvironment;
  readonly #client: StoreClient;
  #channel: FrameChannel | undefined;
  #running: Running | undefined;
  #isStopping = false;

  constructor(inner: InnerAddress, environment: WorkerEnvironment) {
    this.#inner = inner;
    this.#environment = environment;
    this.#client = new StoreClient(environment.clock, (calls) =>
      this.#send({ kind: "calls", calls }),
    );
  }

  run(open: (listener: ConstructorParameters<typeof FrameChannel>[1]) => FrameChannel): void {
    this.#channel = open({
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other end is the first process of the same program
      onValue: (value) => this.#take(value as ToWorker),
      onClose: () => this.#lost(),
    });
  }

  #take(message: ToWorker): void {
    switch (message.kind) {
      case "answers":
        this.#client.answered(message.answers);
        break;
      case "order":
        this.#send({ kind: "done", id: message.id, text: this.#obey(message.order) });
        break;
      case "start":
        this.#start(message.start);
        break;
      case "stop":
        void this.#stop(message.drainMs);
    }
  }

  #obey(order: Order): string {
    if (order === "forget") {
      this.#running?.core.forget();
    }
    if (!this.#running) {
      return "";
    }
    const { core } = this.#running;
    switch (order) {
      case "metrics":
        return core.metrics.text();
      case "health":
        return JSON.stringify(routeHours(core));
      default:
        return "";
    }
  }

  #start(start: WorkerStart): void {
    try {
      this.#running = this.#serve(start);
      this.#send({ kind: "ready" });
    } catch (error) {
      this.#isStopping = true;
      this.#send({ kind: "failed", message: error instanceof Error ? error.message : "unknown" });
      this.#exitSoon(1);
    }
  }

  #serve({ port, local, nonce, ...start }: WorkerStart): Running {
    const config = configOf(start.config);
    const { clock, writeLog, onConnection } = this.#environment;
    const log = createLog(config.logForm, writeLog);
    const crossOrigin = createCrossOrigin(config.allowedOrigins);
    const guard = createOriginGuard({
      port: () => port,
      acceptsAnyHost: !isLoopbackHost(config.host),
      crossOrigin,
    });
    const { store } = this.#client;
    const { openRequests } = store;
    const shared = { config, store, openRequests, clock, nonce, log };
    const parts = { ...shared, guard, crossOrigin, local, bodyThreads };
    const core = composeApi(parts);
    const app = createHubApp({ ...apiAppDeps(parts, core), ...elsewhere });
    const server = createNodeServer(workerApp(app, this.#inner), {
      onError: (error) => log.error(`A request failed: ${errorText(error)}`),
      held: new HeldBytes(heldLimits(config.workers)),
    });
    const connections = new HandedConnections(server);
    onConnection((connection) => {
      this.#send({ kind: "taken" });
      // The connection may have been closed on its way.
      if (connection) {
        connections.take(connection);
      }
    });
    return { connections, core };
  }

  async #stop(drainMs: number): Promise<void> {
    this.#isStopping = true;
    if (this.#running) {
      const { connections, core } = this.#running;
      const { bodies, pdfs } = core.bodyPools;
      await connections.drain(drainMs);
      await Promise.all([bodies.close(), pdfs.close()]);
      await core.governance.close();
    }
    this.#environment.exit(0);
  }

  /** Ends the worker: the first process is gone, or has dropped it. */
  #lost(): void {
    this.#client.lost();
    if (!this.#isStopping) {
      this.#exitSoon(1);
    }
  }

  /** Exits after the written output has left. */
  #exitSoon(code: number): void {
    this.#environment.clock.startTimer(() => this.#environment.exit(code), lastWordsMs);
  }

  #send(message: FromWorker): void {
    this.#channel?.send(message);
  }
}

/** Routes that the first process answers. */
const elsewhere = {
  admin: () => Promise.reject(new Error("A worker has no administration.")),
  metrics: () => Promise.reject(new Error("A worker has its own counters only.")),
  stop: () => undefined,
};

/** Paths that a worker answers, without the ends of runs, which one process records in order. */
const ownPath = /^\/(?:hub\/v1\/(?!runs\/)|healthz$|readyz$)/u;

function workerApp(app: HubApp, inner: InnerAddress): HubApp {
  return (request) => (ownPath.test(request.path) ? app(request) : passOn(request, inner));
}
