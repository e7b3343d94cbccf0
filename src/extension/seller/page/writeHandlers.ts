import { SellerError } from "../../../seller/client/sellerError.ts";
import { sellerCall } from "../../../seller/contract/calls.ts";
import {
  type JournaledWrite,
  journaledWrite,
  NotNotedError,
  noteSeen,
  type WriteEnd,
} from "../../../seller/write/journaledWrite.ts";
import type { JournalEntry } from "../../../seller/write/journalEntry.ts";
import { currentChanges, isThere, planWrite } from "../../../seller/write/plannedWrite.ts";
import { subjectOf } from "../../../seller/write/subject.ts";
import type { CalmLimits } from "../../../seller/write/writeRisks.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import type { Fields } from "../../../shared/base/json.ts";
import type { Handlers } from "../../../shared/base/rpc.ts";
import type { sellerHostContract } from "../../../shared/sellerPage/sellerProtocol.ts";
import type {
  FormId,
  FormValues,
  PlanResult,
  RecheckResult,
  WriteResult,
} from "../../../shared/sellerPage/sellerState.ts";
import type { SellerDesks } from "../environments/sellerDesks.ts";
import type { JournalStore } from "../journalStore.ts";
import { type Plan, Plans } from "../plans.ts";
import { saidOfFields } from "../saidOfFields.ts";
import { checkForm, formOf, readForm } from "../sellerForms.ts";
import type { SellerUi } from "../sellerUi.ts";
import type { SellerWords } from "../sellerWords.ts";
import { messageOf } from "./failedReads.ts";
import type { ListHandlers } from "./listHandlers.ts";
import { actOf, changesView, planView, risksOf } from "./planView.ts";
import { recordOf } from "./productHandlers.ts";
import type { StatusNames } from "./statusNames.ts";

export interface WriteHandlersDeps {
  readonly desks: SellerDesks;
  readonly lists: ListHandlers;
  readonly statuses: StatusNames;
  readonly journal: JournalStore;
  readonly ui: Pick<SellerUi, "confirmProduction" | "confirmRisk">;
  readonly words: SellerWords;
  readonly calm: () => CalmLimits;
  readonly isKnownNcm: () => Promise<(code: string) => boolean>;
  readonly clock: Clock;
  readonly newId: () => string;
}

type Writes = Pick<
  Handlers<typeof sellerHostContract>,
  "openForm" | "checkForm" | "planWrite" | "sendWrite" | "recheck" | "cancelReview"
>;

const never = new AbortController().signal;

export class WriteHandlers {
  readonly #deps: WriteHandlersDeps;
  readonly #plans: Plans;
  #accepted:
    | { readonly planId: string; readonly end: Extract<WriteEnd, { outcome: "accepted" }> }
    | undefined;
  /** Ends the reading for the form. There is only one form, so only one reading at a time. */
  #reading = new AbortController();

  readonly handlers: Writes = {
    openForm: ({ call, row, numeroPedido, product }) => {
      const { desks, lists, statuses, words } = this.#deps;
      const profile = desks.selected;
      const record: Fields | undefined =
        product !== undefined
          ? recordOf(lists, call, product)
          : row === undefined
            ? { numeroPedido }
            : lists.record(row.query, row.index);
      return profile
        ? formOf({
            call,
            profile,
            language: words.language,
            record,
            statuses: statuses.of(profile),
          })
        : { call, title: sellerCall(call).title[words.language], fields: [], values: {} };
    },
    checkForm: async ({ call, values }) => {
      const { desks, words } = this.#deps;
      const profile = desks.selected;
      const isKnownNcm = await this.#deps.isKnownNcm();
      return profile
        ? checkForm(call, values, { profile, language: words.language, isKnownNcm })
        : { problems: [], canSend: false };
    },
    planWrite: ({ call, values }) => this.#plan(call, values),
    sendWrite: ({ planId }) => this.#send(planId),
    recheck: ({ planId }) => this.#recheck(planId),
    cancelReview: () => {
      this.#reading.abort();
      return {};
    },
  };

  constructor(deps: WriteHandlersDeps) {
    this.#deps = deps;
    this.#plans = new Plans(deps.newId);
  }

  planOf(id: string): Plan | undefined {
    return this.#plans.get(id);
  }

  async #plan(call: FormId, values: FormValues): Promise<PlanResult> {
    const { desks, lists, words } = this.#deps;
    const desk = desks.desk();
    if (!desk) {
      return { ok: false, message: words.noEnvironment };
    }
    const { profile } = desk;
    const { input, problems } = readForm(call, values, { profile, language: words.language });
    if (problems.length > 0) {
      return { ok: false, message: words.failure(new SellerError("invalid")) };
    }
    const options = this.#startReading();
    try {
      const isKnownNcm = await this.#deps.isKnownNcm();
      const planned = await planWrite(desk.client, { call, input, isKnownNcm }, options);
      const name = await lists.names.of(desk.client, { call, ...planned }, options);
      const subject = subjectOf(call, input, name);
      const plan = this.#plans.add({ call, desk, planned, subject });
      return { ok: true, plan: planView(plan, this.#deps) };
    } catch (error) {
      return { ok: false, message: messageOf(error, words) };
    }
  }

  async #send(planId: string): Promise<WriteResult> {
    const { desks, ui, words } = this.#deps;
    const plan = this.#plans.take(planId);
    if (!plan || desks.desk()?.id !== plan.desk.id) {
      return { outcome: "notSent", message: words.stalePlan };
    }
    const { profile } = plan.desk;
    const isProduction = profile.kind === "production";
    const act = actOf(plan, words);
    const risks = risksOf(plan, this.#deps);
    // Production always asks for its name, the sandbox only for a risk.
    const isAgreed = isProduction
      ? await ui.confirmProduction(profile, [act, risks].filter(Boolean).join(". "))
      : risks === "" || (await ui.confirmRisk(risks, act));
    if (!isAgreed) {
      return { outcome: "notSent", message: words.declined };
    }
    try {
      const end = await this.#write(plan);
      if (end.outcome === "accepted") {
        this.#accepted = { planId, end };
      }
      return this.#resultOf(plan, end);
    } catch (error) {
      if (error instanceof NotNotedError) {
        return { outcome: "notSent", message: words.notNoted };
      }
      throw error;
    }
  }

  async #write(plan: Plan): Promise<WriteEnd> {
    const { journal, clock, newId } = this.#deps;
    const { client, environment } = plan.desk;
    return await journaledWrite(
      { client, environment, journal: (entry) => journal.append(entry), clock, newId },
      journaledOf(plan),
      { signal: never },
    );
  }

  async #noteSeen(plan: Plan): Promise<void> {
    const { journal } = this.#deps;
    const end = this.#accepted?.planId === plan.id ? this.#accepted.end : undefined;
    if (end) {
      this.#accepted = undefined;
      const { environment } = plan.desk;
      const deps = { environment, journal: (entry: JournalEntry) => journal.append(entry) };
      await noteSeen(deps, journaledOf(plan), end);
    }
  }

  #resultOf({ call, desk }: Plan, end: WriteEnd): WriteResult {
    const { words, lists, statuses } = this.#deps;
    lists.forget(call);
    if (end.outcome === "done" || end.outcome === "accepted") {
      const { requestId, body } = end.answer;
      if (call === "registerTracking" || call === "cancelOrder") {
        statuses.learn(desk.profile, body);
      }
      return {
        outcome: end.outcome,
        message: words[end.outcome],
        ...(requestId !== undefined && { requestId }),
      };
    }
    const { requestId, said = [] } = end.error.details;
    const failure = words.failure(end.error);
    const fields = saidOfFields(call, said);
    return {
      outcome: end.outcome,
      message: end.outcome === "unknown" ? `${words.unknownOutcome} ${failure}` : failure,
      ...(requestId !== undefined && { requestId }),
      ...(fields.length > 0 && { fields: [...fields] }),
    };
  }

  async #recheck(planId: string): Promise<RecheckResult> {
    const { words } = this.#deps;
    const plan = this.#plans.get(planId);
    if (!plan) {
      return { ok: false, message: words.noSuchEntry };
    }
    const { call, desk, planned } = plan;
    try {
      const options = this.#startReading();
      const changes = await currentChanges(desk.client, call, planned.input, options);
      const isSeen = isThere(changes);
      if (isSeen) {
        await this.#noteSeen(plan);
      }
      return {
        ok: true,
        isThere: isSeen,
        changes: changesView(call, changes, words),
      };
    } catch (error) {
      return { ok: false, message: messageOf(error, words) };
    }
  }

  #startReading(): { readonly signal: AbortSignal } {
    this.#reading.abort();
    this.#reading = new AbortController();
    return { signal: this.#reading.signal };
  }
}

function journaledOf({ planned, subject }: Plan): JournaledWrite {
  const { request, changes } = planned;
  return { request, changes, source: "form", subject };
}
