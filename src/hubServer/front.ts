import type { Server } from "node:http";
import { createServer, type Server as Acceptor } from "node:net";

import type { Clock } from "../shared/base/clock.ts";
import type { LocalAccess } from "./auth/apiAuthenticator.ts";
import type { WorkerProcesses } from "./composeHub.ts";
import type { HubConfig } from "./config/hubConfig.ts";
import type { OpenRequests } from "./governance/budgets/arrivals.ts";
import { HeldBytes, heldLimits } from "./http/heldBytes.ts";
import { drain, listen, portOf } from "./http/listening.ts";
import { createNodeServer, type HubApp } from "./http/nodeServer.ts";
import { errorText, type Log } from "./log.ts";
import { Fleet } from "./workers/fleet.ts";
import { type InnerServer, listenInside } from "./workers/innerServer.ts";
import { configText } from "./workers/messages.ts";
import type { ApiStore } from "./workers/storeCalls.ts";
import type { ForkWorker } from "./workers/workerSlot.ts";

export interface Front {
  readonly port: () => number;
  readonly isBusy: () => boolean;
  readonly workers: WorkerProcesses | undefined;
  readonly listen: (app: HubApp) => Promise<void>;
  readonly stop: (drainMs: number) => Promise<void>;
}

interface FrontDeps {
  readonly config: HubConfig;
  readonly log: Log;
}

export class OwnFront implements Front {
  readonly workers = undefined;
  readonly #deps: FrontDeps;
  #server: Server | undefined;
  #port = 0;
  #openAnswers = 0;

  constructor(deps: FrontDeps) {
    this.#deps = deps;
  }

  readonly port = (): number => this.#port;

  readonly isBusy = (): boolean => this.#openAnswers > 0;

  readonly listen = async (app: HubApp): Promise<void> => {
    const { config, log } = this.#deps;
    const held = new HeldBytes(heldLimits());
    const server = createNodeServer(app, { onError: failedRequest(log), held });
    server.on("request", (_, response) => {
      this.#openAnswers += 1;
      response.on("close", () => {
        this.#openAnswers -= 1;
      });
    });
    await listen(server, config);
    this.#server = server;
    this.#port = portOf(server);
    // A connection that cannot be accepted, as without free file handles, must not end the hub.
    server.on("error", (error) => log.error(errorText(error)));
  };

  readonly stop = async (drainMs: number): Promise<void> => {
    if (this.#server) {
      await drain(this.#server, drainMs);
    }
  };
}

interface WorkersFrontDeps extends FrontDeps {
  readonly clock: Clock;
  readonly nonce: string;
  readonly store: ApiStore;
  readonly openRequests: OpenRequests;
  readonly fork: ForkWorker;
  readonly local: LocalAccess | undefined;
}

export class WorkersFront implements Front {
  readonly workers: Fleet;
  readonly #deps: WorkersFrontDeps;
  readonly #acceptor: Acceptor;
  #inner: InnerServer | undefined;
  #port = 0;

  constructor(deps: WorkersFrontDeps) {
    this.#deps = deps;
    this.workers = new Fleet({
      ...deps,
      size: deps.config.workers,
      onError: (message) => deps.log.error(message),
    });
    // The worker reads the connection.
    this.#acceptor = createServer({ pauseOnConnect: true }, this.workers.give);
  }

  readonly port = (): number => this.#port;

  readonly isBusy = (): boolean => true;

  readonly listen = async (app: HubApp): Promise<void> => {
    const { config, nonce, local, log } = this.#deps;
    const { knows, join } = this.workers;
    await listen(this.#acceptor, config);
    this.#acceptor.on("error", (error) => log.error(errorText(error)));
    this.#port = portOf(this.#acceptor);
    this.#inner = await listenInside({ app, knows, join, onError: failedRequest(log) });
    const start = { config: configText(config), nonce, local, port: this.#port };
    await this.workers.start(this.#inner.path, start);
  };

  readonly stop = async (drainMs: number): Promise<void> => {
    // Not awaited: it also waits for the workers' connections.
    this.#acceptor.close();
    await this.workers.stop(drainMs);
    if (this.#inner) {
      await drain(this.#inner.server, 0);
      this.#inner.remove();
    }
  };
}

function failedRequest(log: Log): (error: unknown) => void {
  return (error) => log.error(`A request failed: ${errorText(error)}`);
}
