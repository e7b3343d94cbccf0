import { dayOf } from "../../../shared/base/calendar.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import type {
  BudgetRecord,
  ModelRecord,
  Price,
  RateLimits,
  TokenUsage,
} from "../../store/records.ts";
import {
  type BudgetClaim,
  type BudgetState,
  type Reservation,
  type ReserveResult,
  type Settlement,
  type Store,
  StoreError,
} from "../../store/store.ts";
import { usedAmount } from "../../store/tokenBudget.ts";
import type { OnGovernanceEvent } from "../policy/events.ts";
import { isWhileTyping } from "../policy/policy.ts";
import { rateHeaders } from "../policy/rateHeaders.ts";
import type { Configuration } from "../policy/recordCache.ts";
import type { Admission, Attempt, NextAttempt } from "./admission.ts";
import { AnswerMeter, leaseMs } from "./answerMeter.ts";
import type { Arrivals } from "./arrivals.ts";
import { budgetClaims, inputCost, remainingText } from "./budgetClaims.ts";
import type { BudgetWarnings } from "./budgetWarnings.ts";
import { HiddenPaces } from "./hiddenOutput.ts";
import { MonthFinder } from "./period.ts";
import { highestPrice, isPriced, priceFor, savedCost, usageCost } from "./prices.ts";
import { budgetsMadeSince, isCovered, type Plan, type PlannedRequest } from "./reservationPlan.ts";
import { budgetRefusal, rateRefusal } from "./reservationRefusals.ts";
import { runClaims, runRemaining, runStanding, type RunWish } from "./runCap.ts";
import type { SettlementQueue } from "./settlementQueue.ts";
import { maxOutputTokens } from "./tokenWish.ts";

/** The rate of completions and next edits together, lower than that of all requests, so that chats keep a share. */
export const completionsPerMinute = 40;

interface ReservationsDeps {
  readonly store: Pick<Store, "ledger">;
  readonly clock: Clock;
  readonly randomId: () => string;
  readonly queue: SettlementQueue;
  readonly arrivals: Pick<Arrivals, "admitted" | "settled">;
  readonly warnings: BudgetWarnings;
  /** The configuration in force, which may be newer than a request's. */
  readonly configuration: () => Promise<Configuration>;
  readonly onEvent: OnGovernanceEvent;
  readonly failOpen: boolean;
}

/** Reserves a request's budget before the hub calls the model, and settles it after the answer. */
export class Reservations {
  readonly #deps: ReservationsDeps;
  readonly #months = new MonthFinder();
  readonly #paces = new HiddenPaces();

  constructor(deps: ReservationsDeps) {
    this.#deps = deps;
  }

  async take(request: PlannedRequest): Promise<Omit<Admission, "fields">> {
    const plan = this.#planOf(request);
    return this.#taken(plan);
  }

  async #taken(plan: Plan): Promise<Omit<Admission, "fields">> {
    const result = await this.#reserve(plan);
    if (!result) {
      return this.#admitted(plan, { outputTokens: plan.wish.tokens, headers: {} });
    }
    if (result.kind === "overBudget") {
      throw budgetRefusal(plan, result.budget);
    }
    if (result.kind === "rateLimited") {
      throw rateRefusal(plan, result);
    }
    this.#look(plan, result.budgets);
    return this.#admitted(plan, {
      outputTokens: plan.isFree ? Infinity : result.outputTokens,
      headers: this.#headers(plan, result),
      write: (settlement) => this.#settle(plan, settlement),
    });
  }

  #planOf(request: PlannedRequest): Plan {
    const { configuration, caller, subject, wish, inputTokens } = request;
    const most = Math.max(inputTokens, request.mostInputTokens);
    const now = this.#deps.clock.now();
    const { timeZone } = configuration.settings;
    const month = this.#months.monthOf(now, timeZone);
    const budgets = configuration.budgetsOf(caller);
    const model = pricedOf(request);
    const likely = priceFor(model, inputTokens);
    const priced = { inputTokens, mostTokens: most, cachesHour: request.cachesHour };
    const price = highestPrice(model, priced);
    const ofBudgets = budgetClaims(budgets, { period: month.key, inputTokens: most, price });
    const ofRun = request.run
      ? this.#runClaims(request.run, request, {
          now,
          most,
          price: isPriced(model) ? price : undefined,
        })
      : [];
    const claims = [...ofBudgets, ...ofRun];
    const rateLimits = request.further
      ? tokenRate(configuration.rateLimitsOf(caller))
      : {
          ...configuration.rateLimitsOf(caller),
          ...(isWhileTyping(subject.format) && { completionsPerMinute }),
        };
    const isCounted =
      rateLimits.tokensPerMinute !== undefined ||
      claims.some(({ perMillionOutput }) => perMillionOutput > 0);
    const isFree = wish.isOpen && !isCounted;
    const reservation: Reservation = {
      id: this.#deps.randomId(),
      subject,
      now,
      day: dayOf(now, timeZone),
      leaseUntil: now + leaseMs,
      budgets: claims,
      rateLimits,
      inputTokens,
      outputTokens: isFree ? maxOutputTokens : wish.tokens,
      inputCost: inputCost(inputTokens, likely),
      perMillionOutput: likely.output,
    };
    const costs = isCounted || price.output > 0;
    return {
      ...request,
      reservation,
      isFree,
      isCounted: costs,
      budgets,
      month,
      runClaims: ofRun,
      highest: price,
    };
  }

  #runClaims(
    run: RunWish,
    { configuration, caller }: Pick<PlannedRequest, "configuration" | "caller">,
    facts: { readonly now: number; readonly most: number; readonly price: Price | undefined },
  ): readonly BudgetClaim[] {
    const { now, most, price } = facts;
    const { maxRunCost: money, maxRunTokens: tokens } =
      configuration.profileOf(caller)?.agent ?? {};
    return runClaims(run, { caller, now, inputTokens: most, price, most: { money, tokens } });
  }

  async #reserve({ reservation, subject }: Plan): Promise<ReserveResult | undefined> {
    const { store, queue, failOpen, onEvent } = this.#deps;
    try {
      if (queue.size > 0) {
        // Earlier usage counts before a new request reserves.
        await queue.flush();
      }
      return await store.ledger.reserve(reservation);
    } catch (error) {
      if (failOpen && error instanceof StoreError) {
        onEvent({ kind: "storeFailed", during: "admit", error });
        onEvent({ kind: "ungoverned", subject });
        return undefined;
      }
      throw error;
    }
  }

  #admitted(
    plan: Plan,
    {
      outputTokens,
      headers,
      write = () => Promise.resolve(),
    }: Pick<Admission, "outputTokens" | "headers"> & {
      readonly write?: (settlement: Settlement) => Promise<void>;
    },
  ): Omit<Admission, "fields"> {
    const { clock, store, onEvent, arrivals } = this.#deps;
    const { reservation, wish, subject } = plan;
    const priceOf = ({ inputTokens }: TokenUsage, price: Price | undefined): Price =>
      price ?? priceFor(pricedOf(plan), inputTokens);
    let isLast = true;
    arrivals.admitted(subject.requestId);
    const meter = new AnswerMeter({
      id: reservation.id,
      inputTokens: reservation.inputTokens,
      grantedTokens: outputTokens,
      cachesHour: plan.cachesHour,
      isCounted: plan.isCounted,
      isModelTold: wish.isLimited && outputTokens === wish.tokens,
      costOf: (usage, price) => usageCost(usage, priceOf(usage, price)),
      savedOf: (usage, price) => savedCost(usage, priceOf(usage, price)),
      hidden: { paces: this.#paces, model: `${subject.model} ${subject.format}` },
      hasPlace: reservation.rateLimits.parallelRequests !== undefined,
      clock,
      ledger: store.ledger,
      write: async (settlement) => {
        // In parallel: a client with the whole answer may send its next request.
        await Promise.all([isLast && arrivals.settled(subject.requestId), write(settlement)]);
      },
      onEvent,
    });
    const each = Math.max(Math.min(1, outputTokens), Math.floor(outputTokens / wish.choices));
    const admitted = { outputTokens: each, headers, meter };
    const attempt = async (next: NextAttempt): Promise<Attempt> => {
      const further = this.#furtherPlan(plan, next.price, outputTokens);
      if (!meter.hasCost && isCovered(further, plan)) {
        meter.costsAt(next.price);
        return { ...admitted, attempt };
      }
      isLast = false;
      await meter.settle("failed", next.failedStatus);
      return this.#taken(further);
    };
    return { ...admitted, attempt };
  }

  #furtherPlan(plan: Plan, price: Price | undefined, outputTokens: number): Plan {
    const { wish } = plan;
    const tokens = Math.min(wish.tokens, outputTokens);
    return this.#planOf({ ...plan, wish: { ...wish, tokens }, further: { price } });
  }

  async #settle(plan: Plan, settlement: Settlement): Promise<void> {
    const { queue, warnings, onEvent } = this.#deps;
    const { subject, month } = plan;
    const { cost, outcome } = settlement;
    const made = budgetsMadeSince(plan, await this.#configuration(plan));
    const budgets = [...plan.budgets, ...made];
    const joined = made.map(({ id, unit }) => ({ budgetId: id, period: month.key, unit }));
    await queue.settle({
      settlement: joined.length > 0 ? { ...settlement, joined } : settlement,
      onSettled: async (states) => {
        if (!states) {
          onEvent({ kind: "settledTwice", requestId: subject.requestId });
          return;
        }
        onEvent({ kind: "settled", subject, usage: settlement, cost, outcome });
        await Promise.all(
          withBudgets(budgets, states).map(({ budget, spent }) =>
            warnings.settled({ budget, period: month.key, spent }, usedAmount(budget, settlement)),
          ),
        );
      },
    });
  }

  #configuration({ configuration }: Plan): Promise<Configuration> {
    return this.#deps.configuration().catch(() => configuration);
  }

  #look({ budgets, month }: Plan, states: readonly BudgetState[]): void {
    for (const { budget, spent } of withBudgets(budgets, states)) {
      void this.#deps.warnings.seen({ budget, period: month.key, spent }, month.start);
    }
  }

  #headers(
    { budgets, runClaims: claims }: Plan,
    result: Extract<ReserveResult, { kind: "granted" }>,
  ): Readonly<Record<string, string>> {
    const remaining = remainingText(budgets, result.budgets);
    const [run] = claims.flatMap((claim) => runStanding(claim, result.budgets) ?? []);
    return {
      ...rateHeaders(result.rates, this.#deps.clock.now()),
      ...(remaining !== undefined && { "x-hub-budget-remaining": remaining }),
      ...(run && { "x-hub-run-remaining": runRemaining(run) }),
    };
  }
}

function pricedOf({
  configuration,
  subject,
  further,
}: PlannedRequest): Pick<ModelRecord, "price" | "tiers" | "fallbacks"> | undefined {
  return further?.price
    ? { price: further.price, tiers: [] }
    : configuration.modelOf(subject.model);
}

/** The token's rate in tokens. A further attempt of a request is no further request, but its tokens count. */
function tokenRate({ tokensPerMinute }: RateLimits): RateLimits {
  return tokensPerMinute === undefined ? {} : { tokensPerMinute };
}

function withBudgets(
  budgets: readonly BudgetRecord[],
  states: readonly BudgetState[],
): readonly { readonly budget: BudgetRecord; readonly spent: number }[] {
  const byId = new Map(budgets.map((budget) => [budget.id, budget]));
  return states.flatMap(({ budgetId, spent }) => {
    const budget = byId.get(budgetId);
    return budget ? [{ budget, spent }] : [];
  });
}
