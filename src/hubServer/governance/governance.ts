import type { DlpRules } from "../../dlp/dlpRules.ts";
import { dayOf } from "../../shared/base/calendar.ts";
import type { Clock } from "../../shared/base/clock.ts";
import type { Caller } from "../auth/caller.ts";
import type { AuditLog } from "../store/auditLog.ts";
import type {
  AuditEvent,
  ModelRecord,
  OwnKindRecord,
  SettingsRecord,
  UsageSubject,
} from "../store/records.ts";
import { parallelRetryMs } from "../store/slidingWindow.ts";
import { type Store, StoreError } from "../store/store.ts";
import { allowedProfile, lacksPrice } from "./allowedProfile.ts";
import { AppNames } from "./appName.ts";
import type { Admission, AnswerOrder, BillableCall, Governance } from "./budgets/admission.ts";
import { Arrivals, type Arriving, type OpenRequests } from "./budgets/arrivals.ts";
import { BudgetWarnings } from "./budgets/budgetWarnings.ts";
import { Reservations } from "./budgets/reservations.ts";
import { SettlementQueue } from "./budgets/settlementQueue.ts";
import { wishOf, withRealLimit } from "./budgets/tokenWish.ts";
import { withRefusals } from "./furtherAttempts.ts";
import { inHouseModel } from "./inHouse.ts";
import { labelsOf, withMaskedLabels } from "./labels.ts";
import { confinedRefusal, rateLimited } from "./policy/denials.ts";
import type { OnGovernanceEvent } from "./policy/events.ts";
import { dlpHeader, type Inspect, routedHeader, toldFindings } from "./policy/inspection.ts";
import { allowsModelId, withParameters } from "./policy/policy.ts";
import { type Configuration, RecordCache } from "./policy/recordCache.ts";
import { Refusal } from "./policy/refusal.ts";
import { answerRulesOf, rulesOf } from "./profileRules.ts";
import { QuietAudit } from "./quietAudit.ts";
import { RequestInspector } from "./requestInspector.ts";

export interface GovernanceDeps {
  readonly store: Pick<Store, "records" | "ledger"> & {
    readonly audit: Pick<AuditLog, "append" | "list" | "wasRouted">;
  };
  readonly clock: Clock;
  readonly openRequests: OpenRequests;
  /** Kinds of the configuration file. */
  readonly givenKinds?: readonly OwnKindRecord[];
  readonly inspect: Inspect;
  /** A new id, unique across all processes. */
  readonly randomId: () => string;
  readonly onEvent?: OnGovernanceEvent;
  /** While the database fails: admits by the last known policies, without budgets and rates. */
  readonly failOpen?: boolean;
}

export class HubGovernance implements Governance {
  readonly #deps: GovernanceDeps;
  readonly #onEvent: OnGovernanceEvent;
  readonly #cache: RecordCache;
  readonly #queue: SettlementQueue;
  readonly #refusals: QuietAudit;
  readonly #reservations: Reservations;
  readonly #arrivals: Arrivals;
  readonly #inspector: RequestInspector;
  readonly #apps = new AppNames();

  constructor(deps: GovernanceDeps) {
    const { store, clock, openRequests } = deps;
    this.#deps = deps;
    this.#onEvent = deps.onEvent ?? (() => undefined);
    this.#cache = new RecordCache(store.records, clock, deps.givenKinds);
    this.#queue = new SettlementQueue(store.ledger, clock, this.#onEvent);
    this.#refusals = new QuietAudit(store.audit, clock, this.#onEvent);
    this.#arrivals = new Arrivals(openRequests, (error) => {
      this.#onEvent({ kind: "storeFailed", during: "settle", error });
    });
    const { inspect } = deps;
    const now = (): number => this.#now();
    this.#inspector = new RequestInspector({ audit: store.audit, inspect, now });
    this.#reservations = new Reservations({
      ...deps,
      arrivals: this.#arrivals,
      onEvent: this.#onEvent,
      failOpen: deps.failOpen ?? false,
      queue: this.#queue,
      configuration: () => this.#cache.read(),
      warnings: new BudgetWarnings(store.audit, clock, this.#onEvent),
    });
  }

  readonly forget = (): void => this.#cache.forget();

  readonly configuration = (caller: Caller): Promise<Configuration> => this.#cache.readFor(caller);

  readonly models = async (): Promise<readonly ModelRecord[]> => (await this.#cache.read()).models;

  readonly settings = async (): Promise<SettingsRecord> => (await this.#cache.read()).settings;

  readonly checkReady = (): Promise<void> => this.#queue.flush();

  readonly close = async (): Promise<void> => {
    await this.#arrivals.close();
    this.#queue.stop();
    await this.#queue.flush().catch((error: unknown) => {
      this.#onEvent({ kind: "storeFailed", during: "settle", error });
    });
  };

  readonly allowsModel = async (caller: Caller, model: string): Promise<boolean> => {
    const configuration = await this.#cache.readFor(caller);
    const policy = configuration.profileOf(caller)?.policy;
    return (
      policy !== undefined &&
      configuration.modelOf(model)?.isActive !== false &&
      allowsModelId(policy, model) &&
      !lacksPrice(configuration, caller, model)
    );
  };

  readonly arrive = async (request: Arriving): Promise<void> => {
    const { caller, requestId, app } = request;
    const configuration = await this.#knownConfiguration(caller);
    const limit = configuration.rateLimitsOf(caller).parallelRequests;
    if (limit === undefined || (await this.#arrivals.enter(request, limit))) {
      return;
    }
    const now = this.#now();
    const name = this.#apps.nameOf(caller.tokenId, app);
    const detail = { limit: "parallel", amount: limit };
    const refused = {
      kind: "rateLimited",
      limit: "parallel",
      retryAfterMs: parallelRetryMs,
      rates: { parallel: { limit, remaining: 0, resetMs: 0 } },
    } as const;
    const answer = rateLimited(refused, { now, fits: true });
    const event: AuditEvent = {
      ...caller,
      requestId,
      app: name,
      kind: "rate.limit",
      time: now,
      status: 429,
      detail,
    };
    throw await this.#refused(new Refusal(answer, event, ""), { app: name });
  };

  readonly left: Governance["left"] = (requestId, giveUp) => this.#arrivals.left(requestId, giveUp);

  readonly handled = (requestId: string): Promise<void> => this.#arrivals.handled(requestId);

  readonly admit = async (asked: BillableCall): Promise<Admission> => {
    const call = withMaskedLabels(asked);
    const subject = this.#subjectOf(call);
    try {
      const configuration = await this.#knownConfiguration(call.caller);
      const profile = allowedProfile(call, configuration, { subject, time: this.#now() });
      const allowed = withParameters(call.fields, profile.policy, call.format);
      const content = { ...call, fields: allowed, labels: labelsOf(asked) };
      const rules = rulesOf(profile, call, configuration.ownRulesOf(profile.id, this.#now()));
      const verdict = await this.#inspector.inspect(content, {
        rules,
        subject,
        staysInHouse: call.staysInHouse,
        inHouse: () => inHouseModel(call, profile, configuration),
      });
      const { body: fields, findings, held, inHouse } = verdict;
      const served = { ...subject, model: inHouse ?? subject.model };
      const model = configuration.modelOf(served.model);
      const wish = wishOf(call, fields, { policy: profile.policy, model });
      const planned = {
        configuration,
        caller: call.caller,
        subject: served,
        wish,
        run: call.run,
        inputTokens: call.inputTokens,
        mostInputTokens: Math.min(call.mostInputTokens, model?.contextLength ?? Infinity),
        cachesHour: call.cachesHour ?? false,
      };
      const { headers, ...admission } = await this.#reservations
        .take(planned)
        .catch((error: unknown) => {
          throw inHouse === undefined ? error : confinedRefusal(error, inHouse, findings);
        });
      this.#noteOffers(call, served, configuration);
      const answerRules = answerRulesOf(profile, configuration, this.#now());
      return {
        ...admission,
        ...(answerRules && { answers: this.#answerOrder(answerRules, served) }),
        ...withRefusals(admission, (error) => this.#refused(error, served)),
        ...(held && { held }),
        ...(inHouse !== undefined && { inHouse }),
        fields: withRealLimit(fields, admission.outputTokens, call.format),
        headers: {
          ...headers,
          ...dlpHeader(findings),
          ...(served.model !== subject.model && routedHeader(served.model, findings)),
        },
      };
    } catch (error) {
      throw await this.#refused(error, subject);
    }
  };

  #answerOrder(rules: DlpRules, subject: UsageSubject): AnswerOrder {
    return {
      rules,
      note: async (found) => {
        const action = found.some((finding) => finding.action === "mask") ? "mask" : "alert";
        const findings = toldFindings(found);
        const detail = { action, place: "answer" };
        const event: AuditEvent = {
          ...subject,
          kind: "dlp.alert",
          time: this.#now(),
          findings,
          detail,
        };
        await this.#refusals.append(event, undefined);
      },
    };
  }

  /** Stores the client's report without waiting, because an unstored report is no reason to refuse a request. */
  #noteOffers({ offers }: BillableCall, subject: UsageSubject, { settings }: Configuration): void {
    if (offers && offers.offered + offers.kept > 0) {
      const day = dayOf(this.#now(), settings.timeZone);
      void this.#deps.store.ledger
        .noteOffers(subject, day, offers)
        .catch((error: unknown) => this.#onEvent({ kind: "storeFailed", during: "settle", error }));
    }
  }

  async #knownConfiguration(caller: Caller): Promise<Configuration> {
    try {
      return await this.#cache.readFor(caller);
    } catch (error) {
      const { last } = this.#cache;
      if (this.#deps.failOpen === true && error instanceof StoreError && last) {
        return last;
      }
      throw error;
    }
  }

  async #refused(error: unknown, { app }: Pick<UsageSubject, "app">): Promise<unknown> {
    if (error instanceof StoreError) {
      this.#onEvent({ kind: "storeFailed", during: "admit", error });
    }
    if (!(error instanceof Refusal)) {
      return error;
    }
    this.#onEvent({ kind: "denied", reason: error.event.kind, app });
    await this.#refusals.append(error.event, error.source);
    return error.answer;
  }

  #subjectOf({ caller, app, ...call }: BillableCall): UsageSubject {
    return {
      ...caller,
      requestId: call.requestId,
      ...(call.sessionId !== undefined && { sessionId: call.sessionId }),
      ...(call.run && { runId: call.run.id }),
      app: this.#apps.nameOf(caller.tokenId, app),
      model: call.model,
      format: call.format,
    };
  }

  #now(): number {
    return this.#deps.clock.now();
  }
}
