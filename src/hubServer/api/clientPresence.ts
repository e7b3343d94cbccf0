import type { BodySink } from "../../shared/base/bodySink.ts";
import { timeLimits } from "../../shared/base/timeLimits.ts";
import type { StreamBody } from "../http/message.ts";
import type { Account } from "./account.ts";
import type { ApiDeps } from "./apiDeps.ts";

/**
 * Whether the hub reads an answer on when the client leaves. `ifHidden`: if a stream costs something that is not seen yet,
 * so before its first output and between its end and its usage. Otherwise it is cancelled, and the seen output counts.
 * `never` for streams that hide nothing: of built-in models, and of completions as one types.
 */
export type ReadsOn = "always" | "ifHidden" | "never";

interface Watched {
  readonly requestId: string;
  readonly client: AbortSignal;
  readonly account: Account;
  readonly readsOn: ReadsOn;
}

const maxBytesAfterLeft = 16 * 1024 * 1024;

/**
 * Reads on for a time after the client left: the cost is known only at the end, and a client with short timeouts and
 * retries must not spend without limit. Then the upstream is cancelled, and the call costs what was reserved.
 */
export class ClientPresence {
  readonly #watched: Watched;
  readonly #deps: Pick<ApiDeps, "clock" | "governance" | "onError">;
  readonly #over = new AbortController();
  #cancelTimer: () => void = () => undefined;
  #isOver = false;
  #isRead = false;

  constructor(watched: Watched, deps: Pick<ApiDeps, "clock" | "governance" | "onError">) {
    this.#watched = watched;
    this.#deps = deps;
    onceAborted(watched.client, () => this.#left());
  }

  /** Cancels the upstream. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Call when the answer has ended. */
  end(): void {
    this.#isOver = true;
    this.#cancelTimer();
  }

  /** The body, which runs also if its client left before it began. */
  reading(body: StreamBody): StreamBody {
    const run: StreamBody = async (sink) => {
      this.#isRead = true;
      try {
        await body(this.#untilLeft(sink));
      } finally {
        this.end();
      }
    };
    onceAborted(this.#watched.client, () => {
      if (!this.#isRead) {
        // The account has settled when this fails, and nobody waits for the answer.
        run(nobody).catch(() => undefined);
      }
    });
    return run;
  }

  #left(): void {
    if (this.#isOver) {
      return;
    }
    const { requestId, account, readsOn } = this.#watched;
    const mayHide = account.isFinished || (account.isCounted && !account.hasOutput);
    if (readsOn === "never" || (readsOn === "ifHidden" && !mayHide)) {
      void this.#cancel(account.abandon());
      return;
    }
    const { clock, governance } = this.#deps;
    const limit = account.isStream ? "streamAfterClientLeft" : "afterClientLeft";
    account.clientLeft();
    governance.left(requestId, this.#giveUp);
    this.#cancelTimer = clock.startTimer(() => void this.#giveUp(), timeLimits.hub[limit]);
  }

  readonly #giveUp = (): Promise<void> => this.#cancel(this.#watched.account.giveUp());

  async #cancel(settled: Promise<unknown>): Promise<void> {
    this.end();
    this.#over.abort();
    await settled.catch(this.#deps.onError);
  }

  #untilLeft({ write, drained }: BodySink): BodySink {
    const { account } = this.#watched;
    let bytes = 0;
    return {
      write: (chunk) => {
        if (!account.hasClientLeft) {
          return write(chunk);
        }
        bytes += chunk.length;
        if (bytes > maxBytesAfterLeft && !this.#isOver) {
          void this.#giveUp();
        }
        return true;
      },
      drained: () => (account.hasClientLeft ? Promise.resolve() : drained()),
    };
  }
}

const nobody: BodySink = { write: () => true, drained: () => Promise.resolve() };

function onceAborted(signal: AbortSignal, listener: () => void): void {
  if (signal.aborted) {
    listener();
  } else {
    signal.addEventListener("abort", listener, { once: true });
  }
}
