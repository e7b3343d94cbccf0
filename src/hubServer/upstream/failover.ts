import type { Clock } from "../../shared/clock.ts";
import { timeLimits } from "../../shared/timeLimits.ts";
import { ApiError } from "../http/apiError.ts";
import { headerText } from "../http/headerText.ts";
import type { HubResponse } from "../http/message.ts";
import type { ChatCall } from "../models/chatCall.ts";
import type { CallContext, ModelRoute, RunChat } from "../models/modelSource.ts";
import { Breakers } from "./breakers.ts";
import { beginSoon } from "./lateStream.ts";

/** For a shorter pause, the client waits by itself. */
const shortWaitSeconds = 2;

export interface FailoverDeps {
  readonly clock: Clock;
  readonly report: (text: string) => void;
}

interface Attempt {
  readonly call: ChatCall;
  readonly context: CallContext;
  readonly isLast: boolean;
}

export class Failover {
  readonly #deps: FailoverDeps;
  readonly #breakers: Breakers;
  #passedOn = 0;

  constructor(deps: FailoverDeps) {
    this.#deps = deps;
    this.#breakers = new Breakers(deps.clock);
  }

  /** Number of avoided routes now, and of requests passed to another route since the start. */
  get counts(): { readonly avoidedRoutes: number; readonly passedOn: number } {
    return { avoidedRoutes: this.#breakers.open, passedOn: this.#passedOn };
  }

  /**
   * Tries the routes in order until one begins an answer, under the same reservation. The next
   * route follows a refused connection, 5xx, 429 with a long wait, or 60 seconds without the head
   * of a stream. After the head of an answer there is no further try.
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
    call: ChatCall,
    context: CallContext,
  ): Promise<HubResponse> {
    const closed = routes.filter(({ name }) => !this.#breakers.isOpen(name));
    const order = closed.length > 0 ? closed : routes;
    for (const [at, route] of order.entries()) {
      const outcome = await this.#try(route, { call, context, isLast: at === order.length - 1 });
      if (outcome) {
        return {
          ...outcome,
          headers: { ...outcome.headers, "x-hub-upstream": headerText(route.name) },
        };
      }
    }
    throw new Error("A model needs a route.");
  }

  /** Undefined if the next route is to be tried. */
  async #try({ name, chat }: ModelRoute, attempt: Attempt): Promise<HubResponse | undefined> {
    const { call, context, isLast } = attempt;
    const late = new AbortController();
    const cancelTimer = this.#startTimer(attempt, late);
    this.#breakers.tries(name);
    try {
      const response = await chat(call, {
        ...context,
        signal: AbortSignal.any([context.signal, late.signal]),
        beginsLater: true,
        ...(!isLast && { tap: quietTap(context) }),
      });
      if (!isFailure(response.status, response.headers)) {
        this.#breakers.worked(name);
        return response;
      }
      this.#breakers.failed(name);
      return isLast ? response : this.#passOn(name, call, `answered ${response.status}`);
    } catch (error) {
      if (context.signal.aborted || !(late.signal.aborted || isServerFailure(error))) {
        throw error;
      }
      this.#breakers.failed(name);
      if (isLast) {
        throw error;
      }
      return this.#passOn(name, call, late.signal.aborted ? "began no answer in time" : "failed");
    } finally {
      cancelTimer?.();
    }
  }

  /** Only for streams: the head of a whole answer arrives with its end, however long that takes. */
  #startTimer({ call, isLast }: Attempt, late: AbortController): (() => void) | undefined {
    return call.isStreamed && !isLast
      ? this.#deps.clock.startTimer(() => late.abort(), timeLimits.upstream.nextRoute)
      : undefined;
  }

  #passOn(name: string, { model }: ChatCall, problem: string): undefined {
    this.#passedOn += 1;
    this.#deps.report(`"${name}" ${problem}: the next server of the model "${model}" is asked.`);
  }
}

/** A failed attempt must not mark the next route's answer as lost. */
function quietTap({ tap }: CallContext): CallContext["tap"] {
  return {
    add: tap.add,
    addCounted: tap.addCounted,
    report: tap.report,
    cut: tap.cut,
    fail: tap.fail,
    lost: () => undefined,
  };
}

function isServerFailure(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.options.code !== "upstream_auth" &&
    error.options.code !== "hub_busy" &&
    isFailure(error.status, error.options.headers ?? {})
  );
}

function isFailure(status: number, headers: Readonly<Record<string, string>>): boolean {
  return status >= 500 || (status === 429 && !(Number(headers["retry-after"]) <= shortWaitSeconds));
}
