import { StoreError } from "../store/store.ts";
import {
  type CarriedError,
  callsOf,
  type StoreAnswer,
  type StoreCall,
  type WorkerStore,
} from "./storeCalls.ts";

type Call = (...args: readonly unknown[]) => Promise<unknown>;

/** The store for workers. All answers of one turn of the event loop go back in one message. */
export class StoreHost {
  readonly #calls: ReadonlyMap<string, Call>;
  readonly #send: (answers: readonly StoreAnswer[]) => void;
  #answers: StoreAnswer[] = [];

  constructor(store: WorkerStore, send: (answers: readonly StoreAnswer[]) => void) {
    const calls: unknown = callsOf(store);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a worker is the same program and calls with the arguments of the contract
    this.#calls = new Map(Object.entries(calls as Readonly<Record<string, Call>>));
    this.#send = send;
  }

  take(calls: readonly StoreCall[]): void {
    for (const [id, name, args] of calls) {
      void this.#run(name, args).then(
        (value) => this.#answer([id, value]),
        (error: unknown) => this.#answer([id, null, carried(error)]),
      );
    }
  }

  async #run(name: string, args: readonly unknown[]): Promise<unknown> {
    const call = this.#calls.get(name);
    if (!call) {
      throw new Error(`The store has no call "${name}".`);
    }
    return call(...args);
  }

  #answer(answer: StoreAnswer): void {
    this.#answers.push(answer);
    if (this.#answers.length === 1) {
      setImmediate(() => {
        const answers = this.#answers;
        this.#answers = [];
        this.#send(answers);
      });
    }
  }
}

function carried(error: unknown): CarriedError {
  if (error instanceof StoreError) {
    return { reason: error.reason, message: error.message };
  }
  return { message: error instanceof Error ? error.message : "unknown reason" };
}
