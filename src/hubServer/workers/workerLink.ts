import type { Duplex } from "node:stream";

import { type OpenRequests, SharedOpenRequests } from "../governance/budgets/arrivals.ts";
import { FrameChannel } from "./frames.ts";
import type { FromWorker, Order, ToWorker } from "./messages.ts";
import type { ApiStore } from "./storeCalls.ts";
import { StoreHost } from "./storeHost.ts";

interface LinkListener {
  readonly onReady: () => void;
  readonly onTaken: () => void;
  readonly onFailed: (message: string) => void;
  readonly onClose: () => void;
}

export class WorkerLink {
  readonly #channel: FrameChannel;
  readonly #host: StoreHost;
  readonly #openRequests: SharedOpenRequests;
  readonly #listener: LinkListener;
  readonly #orders = new Map<number, (text: string | undefined) => void>();
  #lastId = 0;
  #isClosed = false;

  constructor(
    stream: Duplex,
    head: Buffer,
    deps: {
      readonly store: ApiStore;
      readonly openRequests: OpenRequests;
      readonly listener: LinkListener;
    },
  ) {
    const { records, ledger, audit, check } = deps.store;
    this.#listener = deps.listener;
    this.#openRequests = new SharedOpenRequests(deps.openRequests);
    this.#host = new StoreHost(
      { records, ledger, audit, check, openRequests: this.#openRequests },
      (answers) => this.send({ kind: "answers", answers }),
    );
    this.#channel = new FrameChannel(
      stream,
      {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other end is a worker of the same program, which showed its secret
        onValue: (value) => this.#take(value as FromWorker),
        onClose: () => this.#closed(),
      },
      head,
    );
  }

  send(message: ToWorker): void {
    this.#channel.send(message);
  }

  ask(order: Order): Promise<string | undefined> {
    if (this.#isClosed) {
      return Promise.resolve(undefined);
    }
    return new Promise((resolve) => {
      this.#lastId += 1;
      this.#orders.set(this.#lastId, resolve);
      this.send({ kind: "order", id: this.#lastId, order });
    });
  }

  close(): void {
    this.#channel.close();
  }

  #take(message: FromWorker): void {
    switch (message.kind) {
      case "calls":
        this.#host.take(message.calls);
        break;
      case "done":
        this.#orders.get(message.id)?.(message.text);
        this.#orders.delete(message.id);
        break;
      case "ready":
        this.#listener.onReady();
        break;
      case "taken":
        this.#listener.onTaken();
        break;
      case "failed":
        this.#listener.onFailed(message.message);
    }
  }

  #closed(): void {
    this.#isClosed = true;
    this.#openRequests.close();
    for (const resolve of this.#orders.values()) {
      resolve(undefined);
    }
    this.#orders.clear();
    this.#listener.onClose();
  }
}
