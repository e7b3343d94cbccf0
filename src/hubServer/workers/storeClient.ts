import type { Clock } from "../../shared/base/clock.ts";
import {
  type Reservation,
  type ReserveResult,
  type Settlement,
  StoreError,
} from "../store/store.ts";
import {
  type CallName,
  type CarriedError,
  type StoreAnswer,
  type StoreCall,
  type StoreCalls,
  type WorkerStore,
} from "./storeCalls.ts";

const lookMs = 4_000;

const maxLooks = 3;

/** The most open calls; with more, the store does not answer. */
const maxWaiting = 10_000;

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly call: StoreCall;
  looks: number;
}

/** A late call fails as `unavailable`, so that nothing is forwarded. */
export class StoreClient {
  readonly store: WorkerStore;
  readonly #clock: Clock;
  readonly #send: (calls: readonly StoreCall[]) => void;
  readonly #waiting = new Map<number, Waiting>();
  /** Reservations that failed for their callers; the ledger may still grant them. */
  readonly #givenUp = new Map<number, string>();
  #calls: StoreCall[] = [];
  #lastId = 0;
  #cancelLook: (() => void) | undefined;
  #isLost = false;

  constructor(clock: Clock, send: (calls: readonly StoreCall[]) => void) {
    this.#clock = clock;
    this.#send = send;
    this.store = this.#storeOf();
  }

  answered(answers: readonly StoreAnswer[]): void {
    for (const [id, value, error] of answers) {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (!waiting) {
        this.#giveBack(id, value);
      } else if (error) {
        waiting.reject(errorOf(error));
      } else {
        waiting.resolve(value ?? undefined);
      }
    }
  }

  /**
   * After a loss only settlements stay pending, with their answers: no client may receive a whole answer that is not
   * recorded.
   */
  lost(): void {
    this.#isLost = true;
    this.#cancelLook?.();
    for (const { call, reject } of this.#waiting.values()) {
      if (!isSettlement(call[1])) {
        reject(noAnswer());
      }
    }
    this.#waiting.clear();
  }

  #call(name: CallName, args: readonly unknown[]): Promise<unknown> {
    if (this.#isLost && isSettlement(name)) {
      return new Promise(() => undefined);
    }
    if (this.#isLost || this.#waiting.size >= maxWaiting) {
      return Promise.reject(noAnswer());
    }
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      const call: StoreCall = [this.#lastId, name, args];
      this.#waiting.set(this.#lastId, { resolve, reject, call, looks: 0 });
      this.#calls.push(call);
      if (this.#calls.length === 1) {
        setImmediate(() => this.#flush());
      }
      this.#cancelLook ??= this.#clock.startTimer(() => this.#look(), lookMs);
    });
  }

  #flush(): void {
    const calls = this.#calls;
    this.#calls = [];
    this.#send(calls);
  }

  /**
   * Looks for lost calls. Counts its checks instead of time, so that answers that arrived during a sleep are read
   * first.
   */
  #look(): void {
    for (const [id, waiting] of this.#waiting) {
      waiting.looks += 1;
      if (waiting.looks >= maxLooks) {
        this.#waiting.delete(id);
        this.#giveUp(waiting.call);
        waiting.reject(noAnswer());
      }
    }
    this.#cancelLook =
      this.#waiting.size === 0 ? undefined : this.#clock.startTimer(() => this.#look(), lookMs);
  }

  #giveUp([id, name, args]: StoreCall): void {
    if (name === "ledger.reserve" && this.#givenUp.size < maxWaiting) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `#storeOf` made this call with a reservation
      this.#givenUp.set(id, (args[0] as Reservation).id);
    }
  }

  /** Settles a late grant, which the end of its lease would bill. */
  #giveBack(callId: number, value: unknown): void {
    const id = this.#givenUp.get(callId);
    this.#givenUp.delete(callId);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only reservations are in `#givenUp`; null with an error
    const result = value as ReserveResult | null;
    if (id !== undefined && result?.kind === "granted") {
      // If this fails too, the end of the lease frees the reservation.
      void this.store.ledger.settle(nothingUsed(id, this.#clock.now())).catch(() => undefined);
    }
  }

  #storeOf(): WorkerStore {
    const call = <K extends CallName>(name: K): StoreCalls[K] => {
      const run = (...args: readonly unknown[]): Promise<unknown> => this.#call(name, args);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the ledger's process answers a call with its own result
      return run as unknown as StoreCalls[K];
    };
    return {
      records: {
        list: call("records.list"),
        get: call("records.get"),
        put: call("records.put"),
        add: call("records.add"),
        remove: call("records.remove"),
        findToken: call("records.findToken"),
        touchToken: call("records.touchToken"),
        version: call("records.version"),
      },
      ledger: {
        reserve: call("ledger.reserve"),
        settle: call("ledger.settle"),
        renew: call("ledger.renew"),
        leavePlace: call("ledger.leavePlace"),
        reap: call("ledger.reap"),
        budgetStates: call("ledger.budgetStates"),
        rateStates: call("ledger.rateStates"),
        usage: call("ledger.usage"),
        usageRecords: call("ledger.usageRecords"),
        runs: call("ledger.runs"),
        pruneUsage: call("ledger.pruneUsage"),
        noteOffers: call("ledger.noteOffers"),
      },
      audit: {
        append: call("audit.append"),
        appendRunEnd: call("audit.appendRunEnd"),
        list: call("audit.list"),
        wasRouted: call("audit.wasRouted"),
      },
      openRequests: {
        enter: call("openRequests.enter"),
        leave: call("openRequests.leave"),
      },
      check: call("check"),
    };
  }
}

function isSettlement(name: CallName): boolean {
  return name === "ledger.settle";
}

function noAnswer(): StoreError {
  return new StoreError("unavailable", "The process that keeps the ledger does not answer.");
}

function errorOf({ reason, message }: CarriedError): Error {
  return reason === undefined ? new Error(message) : new StoreError(reason, message);
}

function nothingUsed(id: string, now: number): Settlement {
  return {
    id,
    now,
    inputTokens: 0,
    cachedTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: 0,
    cost: 0,
    usageSource: "estimated",
    outcome: "failed",
    status: 503,
    latencyMs: 0,
  };
}
