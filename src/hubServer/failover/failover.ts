import type { Clock } from "../../shared/base/clock.ts";
import { timeLimits } from "../../shared/base/timeLimits.ts";
import { stringOf } from "../formats/base/fields.ts";
import { ApiError } from "../http/apiError.ts";
import { headerText } from "../http/headerText.ts";
import type { HubResponse } from "../http/message.ts";
import { admittedCall, type ChatCall } from "../models/chatCall.ts";
import type { CallContext, ModelRoute, RunChat } from "../models/modelSource.ts";
import { beginSoon } from "../upstream/lateStream.ts";
import { AttemptTap } from "./attemptTap.ts";
import { Breakers } from "./breakers.ts";
import { RouteHealth, type RouteSums } from "./routeHealth.ts";
import { routeOrder } from "./routeOrder.ts";
import { StreamStart } from "./streamStart.ts";

/** After this many bytes without text, a stream is passed on. */
const maxHeldBytes = 64 * 1024;

const tooLate = new DOMException("The answer did not begin in time.", "TimeoutError");

const shortWaitSeconds = 2;

export interface FailoverDeps {
  readonly clock: Clock;
  readonly report: (text: string) => void;
}

export interface RouteCounts {
  readonly avoidedRoutes: number;
  readonly passedOn: number;
  readonly routes: readonly RouteSums[];
}

interface Attempt {
  readonly call: ChatCall;
  readonly context: CallContext;
  readonly isLast: boolean;
}

interface Failure {
  readonly tap: AttemptTap;
  readonly problem: string;
  readonly answer?: HubResponse;
  readonly error?: unknown;
}

export class Failover {
  readonly #deps: FailoverDeps;
  readonly #breakers: Breakers;
  readonly #health = new RouteHealth();
  #passedOn = 0;

  constructor(deps: FailoverDeps) {
    this.#deps = deps;
    this.#breakers = new Breakers(deps.clock);
  }

  get counts(): RouteCounts {
    const { open } = this.#breakers;
    return {
      avoidedRoutes: open.size,
      passedOn: this.#passedOn,
      routes: this.#health.all(open),
    };
  }

  get avoided(): ReadonlyMap<string, number> {
    return this.#breakers.open;
  }

  /**
   * The next route follows a refused connection, 5xx, 429 with a long wait, 60 seconds without a first byte, or a
   * failure before the first text.
   */
  inOrder(routes: readonly ModelRoute[]): RunChat {
    return (call, context) => {
      const answer = this.#first(routes, call, context);
      return call.isStreamed
        ? beginSoon(answer, { call, context, toolNames: new Map() }, this.#deps.clock)
        : answer;
    };
  }

  async #first(
    routes: readonly ModelRoute[],
    asked: ChatCall,
    context: CallContext,
  ): Promise<HubResponse> {
    const closed = routes.filter(({ name }) => !this.#breakers.isOpen(name));
    const order = routeOrder(closed.length > 0 ? closed : routes, keyOf(asked, context));
    let call = asked;
    let failedStatus: number | undefined;
    for (const [at, route] of order.entries()) {
      const granted = await context.attempts?.begin(route.price, failedStatus);
      if (failedStatus !== undefined && granted !== undefined) {
        call = admittedCall(call, { fields: call.fields, outputTokens: granted });
      }
      const outcome = await this.#try(route, { call, context, isLast: at === order.length - 1 });
      if (typeof outcome === "object") {
        const headers = { ...outcome.headers, "x-hub-upstream": headerText(route.name) };
        return { ...outcome, headers };
      }
      failedStatus = outcome;
    }
    throw new Error("A model needs a route.");
  }

  async #try({ name, chat }: ModelRoute, attempt: Attempt): Promise<HubResponse | number> {
    const { call, context } = attempt;
    const late = new AbortController();
    const cancelTimer = this.#startTimer(attempt, late);
    const tap = new AttemptTap(context);
    const startedAt = this.#deps.clock.now();
    let hasBegun = false;
    const ends = (failure: Failure): HubResponse | number => this.#failed(name, attempt, failure);
    const told = (isLate: boolean): void => {
      // A server that only refused has not worked.
      if (tap.isLost && (hasBegun || isLate)) {
        context.attempts?.worked();
      }
    };
    this.#breakers.tries(name);
    try {
      const response = await chat(call, {
        ...context,
        signal: AbortSignal.any([context.signal, late.signal]),
        beginsLater: true,
        tap,
        onBegin: () => {
          hasBegun = true;
        },
      });
      const answer = await started(response, tap, cancelTimer);
      if (context.signal.aborted || !(tap.hasFailedEarly || isFailure(answer))) {
        this.#breakers.worked(name);
        this.#health.add(name, "answered", (this.#deps.clock.now() - startedAt) / 1_000);
        tap.keep();
        return answer;
      }
      told(late.signal.aborted);
      return ends({ answer, tap, problem: problemOf(answer.status, late.signal) });
    } catch (error) {
      told(late.signal.aborted || isTimeout(error));
      if (context.signal.aborted || !(late.signal.aborted || isServerFailure(error))) {
        tap.keep();
        throw error;
      }
      return ends({ error, tap, problem: problemOf(undefined, late.signal) });
    } finally {
      cancelTimer();
    }
  }

  #failed(name: string, { call, isLast }: Attempt, failure: Failure): HubResponse | number {
    this.#breakers.failed(name);
    this.#health.add(name, "failed", 0);
    if (!isLast) {
      this.#passedOn += 1;
      this.#deps.report(
        `"${name}" ${failure.problem}: the next server of the model "${call.model}" is asked.`,
      );
      return statusOf(failure);
    }
    failure.tap.keep();
    if (failure.answer) {
      return failure.answer;
    }
    throw failure.error;
  }

  /** Starts the timer of a stream. Not for whole answers, whose head arrives at their end. */
  #startTimer({ call, isLast }: Attempt, late: AbortController): () => void {
    return call.isStreamed && !isLast
      ? this.#deps.clock.startTimer(() => late.abort(tooLate), timeLimits.upstream.nextRoute)
      : () => undefined;
  }
}

async function started(
  response: HubResponse,
  tap: AttemptTap,
  onBytes: () => void,
): Promise<HubResponse> {
  const { body } = response;
  if (typeof body !== "function") {
    return response;
  }
  const start = new StreamStart(body, (heldBytes) => {
    onBytes();
    if (heldBytes > maxHeldBytes) {
      tap.start();
    }
  });
  const hasEnded = start.done.catch(() => tap.fail());
  await Promise.race([hasEnded, tap.text]);
  if (tap.hasFailedEarly && !start.holdsError) {
    throw new ApiError(502, "The upstream broke off before its answer began.", {
      code: "upstream_error",
    });
  }
  return { ...response, body: start.body };
}

function keyOf({ fields }: ChatCall, { conversation, requestId }: CallContext): string {
  return stringOf(fields["prompt_cache_key"]) ?? conversation ?? requestId;
}

function problemOf(status: number | undefined, late: AbortSignal): string {
  if (late.aborted) {
    return "began no answer in time";
  }
  return status === undefined || status < 400 ? "failed" : `answered ${status}`;
}

function statusOf({ answer, error }: Failure): number {
  const status = answer?.status ?? (error instanceof ApiError ? error.status : 502);
  return status < 400 ? 502 : status;
}

function isTimeout(error: unknown): boolean {
  return error instanceof ApiError && error.options.code === "upstream_timeout";
}

function isServerFailure(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.options.code !== "upstream_auth" &&
    error.options.code !== "hub_busy" &&
    isFailure({ status: error.status, headers: error.options.headers ?? {} })
  );
}

function isFailure({ status, headers }: Pick<HubResponse, "status" | "headers">): boolean {
  return status >= 500 || (status === 429 && !(Number(headers["retry-after"]) <= shortWaitSeconds));
}
