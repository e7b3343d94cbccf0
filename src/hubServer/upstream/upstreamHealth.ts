import type { Clock } from "../../shared/base/clock.ts";
import { ApiError } from "../http/apiError.ts";
import type { HubResponse } from "../http/message.ts";
import type { AnswerTap, CallContext, Model, ModelSource } from "../models/modelSource.ts";

export interface RouteHour extends Sums {
  readonly upstream: string;
  readonly model: string;
  readonly avoidedUntil: number;
}

interface Sums {
  readonly attempts: number;
  readonly failures: number;
  readonly firstTexts: number;
  readonly firstTextMs: number;
  readonly outputTokens: number;
  readonly answerMs: number;
}

interface Minute extends Sums {
  /** The minute, counted since 1970. */
  readonly at: number;
}

interface Route {
  readonly upstream: string;
  readonly model: string;
  /** At most 60, oldest first. */
  minutes: readonly Minute[];
}

const minuteMs = 60_000;
const shownMinutes = 60;

const maxRoutes = 500;
const maxModelLength = 200;

const maxReported = 100_000_000;

const nothing: Sums = {
  attempts: 0,
  failures: 0,
  firstTexts: 0,
  firstTextMs: 0,
  outputTokens: 0,
  answerMs: 0,
};

export class UpstreamHealth {
  readonly #clock: Pick<Clock, "now">;
  readonly #routes = new Map<string, Route>();

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  watched(source: ModelSource): ModelSource {
    return {
      name: source.name,
      list: () => source.list(),
      find: async (id, mayBeUnlisted) => {
        const model = await source.find(id, mayBeUnlisted);
        return model && this.#watchedModel(model, source.name, id.slice(0, maxModelLength));
      },
    };
  }

  /** The last hour of each route; `avoided` is by `upstream/model`. */
  hours(avoided: ReadonlyMap<string, number>): readonly RouteHour[] {
    return [...this.#routes].flatMap(([name, { upstream, model, minutes }]) => {
      const recent = this.#recent(minutes);
      const avoidedUntil = avoided.get(name) ?? 0;
      return recent.length === 0
        ? []
        : [{ upstream, model, avoidedUntil, ...recent.reduce(added, nothing) }];
    });
  }

  #watchedModel(model: Model, upstream: string, id: string): Model {
    const { chat, embed, complete, fill } = model;
    const watch = (
      context: CallContext,
      isStreamed: boolean,
      ask: (context: CallContext) => Promise<HubResponse>,
    ): Promise<HubResponse> => {
      const attempt = new WatchedAttempt(context, isStreamed, this.#clock);
      return attempt.run(ask, (sums) => this.#add({ upstream, model: id }, sums));
    };
    return {
      ...model,
      ...(chat && {
        chat: (call, context) => watch(context, call.isStreamed, (own) => chat(call, own)),
      }),
      ...(embed && { embed: (call, context) => watch(context, false, (own) => embed(call, own)) }),
      ...(complete && {
        complete: (call, context) => watch(context, call.isStreamed, (own) => complete(call, own)),
      }),
      ...(fill && {
        fill: (form, call, context) =>
          watch(context, call.isStreamed, (own) => fill(form, call, own)),
      }),
    };
  }

  #add({ upstream, model }: Pick<Route, "upstream" | "model">, sums: Sums): void {
    const name = `${upstream}/${model}`;
    const minutes = this.#recent(this.#routes.get(name)?.minutes ?? []);
    const at = Math.floor(this.#clock.now() / minuteMs);
    const last = minutes.at(-1);
    this.#routes.delete(name);
    this.#routes.set(name, {
      upstream,
      model,
      minutes:
        last?.at === at
          ? [...minutes.slice(0, -1), { at, ...added(last, sums) }]
          : [...minutes, { at, ...sums }],
    });
    const [oldest] = this.#routes.keys();
    if (this.#routes.size > maxRoutes && oldest !== undefined) {
      this.#routes.delete(oldest);
    }
  }

  #recent(minutes: readonly Minute[]): readonly Minute[] {
    const now = Math.floor(this.#clock.now() / minuteMs);
    // A clock that was set back leaves minutes in the future.
    return minutes.filter(({ at }) => at > now - shownMinutes && at <= now);
  }
}

/** Sums the hours of processes; a route is avoided if any process avoids it. */
export function sumHours(hours: readonly RouteHour[]): readonly RouteHour[] {
  const routes = new Map<string, RouteHour>();
  for (const hour of hours) {
    const name = `${hour.upstream}/${hour.model}`;
    const before = routes.get(name);
    const avoidedUntil = Math.max(hour.avoidedUntil, before?.avoidedUntil ?? 0);
    routes.set(name, { ...hour, ...(before && added(before, hour)), avoidedUntil });
  }
  return [...routes.values()];
}

function added(one: Sums, other: Sums): Sums {
  return {
    attempts: one.attempts + other.attempts,
    failures: one.failures + other.failures,
    firstTexts: one.firstTexts + other.firstTexts,
    firstTextMs: one.firstTextMs + other.firstTextMs,
    outputTokens: one.outputTokens + other.outputTokens,
    answerMs: one.answerMs + other.answerMs,
  };
}

class WatchedAttempt {
  readonly #context: CallContext;
  readonly #isStreamed: boolean;
  readonly #clock: Pick<Clock, "now">;
  readonly #startedAt: number;
  #firstTextAt: number | undefined;
  #outputTokens = 0;
  #hasFailed = false;

  constructor(context: CallContext, isStreamed: boolean, clock: Pick<Clock, "now">) {
    this.#context = context;
    this.#isStreamed = isStreamed;
    this.#clock = clock;
    this.#startedAt = clock.now();
  }

  async run(
    ask: (context: CallContext) => Promise<HubResponse>,
    note: (sums: Sums) => void,
  ): Promise<HubResponse> {
    try {
      const response = await ask({ ...this.#context, tap: this.#tap() });
      const { status, body } = response;
      this.#hasFailed ||= isFailure(status);
      if (typeof body !== "function") {
        note(this.#sums());
        return response;
      }
      return {
        ...response,
        body: async (sink) => {
          try {
            await body(sink);
          } catch (error) {
            this.#hasFailed = true;
            throw error;
          } finally {
            note(this.#sums());
          }
        },
      };
    } catch (error) {
      const isOurs = error instanceof ApiError && error.options.code === "hub_busy";
      this.#hasFailed ||= error instanceof ApiError && !isOurs && isFailure(error.status);
      note(this.#sums());
      throw error;
    }
  }

  #tap(): AnswerTap {
    const { tap } = this.#context;
    return {
      add: (text) => {
        this.#firstTextAt ??= this.#clock.now();
        return tap.add(text);
      },
      addCounted: (count) => tap.addCounted(count),
      blockBegan: (isReasoning) => tap.blockBegan(isReasoning),
      report: (usage) => {
        const { outputTokens } = usage;
        if (outputTokens > 0 && outputTokens <= maxReported) {
          this.#outputTokens = outputTokens;
        }
        tap.report(usage);
      },
      finish: () => tap.finish(),
      cut: () => tap.cut(),
      lost: () => tap.lost(),
      fail: () => {
        this.#hasFailed = true;
        tap.fail();
      },
    };
  }

  #sums(): Sums {
    const firstTextAt = this.#isStreamed ? this.#firstTextAt : undefined;
    const answerMs = this.#clock.now() - this.#startedAt;
    return {
      attempts: 1,
      failures: Number(this.#hasFailed && !this.#isLeft),
      firstTexts: Number(firstTextAt !== undefined),
      firstTextMs: (firstTextAt ?? this.#startedAt) - this.#startedAt,
      outputTokens: this.#outputTokens,
      answerMs: this.#outputTokens > 0 ? answerMs : 0,
    };
  }

  /** False for an attempt that the hub gave up as late. */
  get #isLeft(): boolean {
    const { signal } = this.#context;
    const reason: unknown = signal.reason;
    return signal.aborted && !(reason instanceof DOMException && reason.name === "TimeoutError");
  }
}

/** True if the status is a failure of the server; the refusal of a wrong request is not. */
function isFailure(status: number): boolean {
  return status >= 500 || status === 429;
}
