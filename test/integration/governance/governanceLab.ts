import { inspectRequest } from "../../../src/dlp/scanRequest.ts";
import type { Caller } from "../../../src/hubServer/auth/caller.ts";
import type {
  Admission,
  BillableCall,
} from "../../../src/hubServer/governance/budgets/admission.ts";
import { OpenRequestCounts } from "../../../src/hubServer/governance/budgets/arrivals.ts";
import {
  HubGovernance,
  type GovernanceDeps,
} from "../../../src/hubServer/governance/governance.ts";
import type { GovernanceEvent } from "../../../src/hubServer/governance/policy/events.ts";
import { ApiError } from "../../../src/hubServer/http/apiError.ts";
import { openPolicy } from "../../../src/hubServer/store/builtInRecords.ts";
import type {
  AuditRecord,
  BudgetRecord,
  ModelRecord,
  ProfileRecord,
  SettingsRecord,
  TokenRecord,
  UsageRecord,
} from "../../../src/hubServer/store/records.ts";
import { openSqliteStore } from "../../../src/hubServer/store/sqlite/sqliteStore.ts";
import { type Store, StoreError } from "../../../src/hubServer/store/store.ts";
import { forEachKind } from "../../../src/shared/guarded/sensitiveKinds.ts";
import type { AuditKind } from "../../../src/shared/hubApi/auditKinds.ts";
import { FakeClock } from "../../support/fakeClock.ts";

/** A Saturday noon in November, by UTC. */
export const noon = Date.UTC(2026, 10, 21, 12);

export const caller: Caller = {
  tokenId: "tok-1",
  userId: "user-1",
  profileId: "dev",
  sectorId: "it",
};

/** Governance on a real store in memory, by a clock that goes only when told to. */
export class GovernanceLab {
  readonly clock = clockAt(noon);
  readonly store: Store;
  readonly events: GovernanceEvent[] = [];
  readonly governance: HubGovernance;
  /** Makes the store of the governance unavailable, as if its disk were gone. */
  isStoreDown = false;
  #ids = 0;

  constructor(deps: Partial<GovernanceDeps> = {}, store?: Store) {
    this.store = store ?? openSqliteStore(":memory:", { now: () => this.clock.now() });
    this.governance = this.another(deps);
  }

  /** As of another process on the same store. */
  another(deps: Partial<GovernanceDeps> = {}): HubGovernance {
    return new HubGovernance({
      store: this.#breakable(this.store),
      clock: this.clock,
      openRequests: new OpenRequestCounts(),
      inspect: inspectRequest,
      randomId: () => `res-${(this.#ids += 1)}`,
      onEvent: (event) => this.events.push(event),
      ...deps,
    });
  }

  async seed(): Promise<void> {
    const { records } = this.store;
    await records.put("sector", { id: "it", name: "TI", createdAt: 1 });
    await this.putProfile({});
    for (const id of ["user-1", "user-2"]) {
      await records.put("user", {
        id,
        name: id,
        createdAt: 1,
        login: id,
        role: "user",
        profileId: "dev",
        sectorId: "it",
        isActive: true,
      });
    }
    await this.putToken({});
    await this.putToken({ id: "tok-2", hash: "hash-2", userId: "user-2" });
    await this.putSettings({});
  }

  async putProfile(
    changes: Partial<Omit<ProfileRecord, "policy">> & {
      readonly policy?: Partial<ProfileRecord["policy"]>;
    },
  ): Promise<void> {
    await this.store.records.put("profile", {
      id: "dev",
      name: "Developers",
      createdAt: 1,
      dlp: forEachKind(() => "allow"),
      rateLimits: {},
      ...changes,
      policy: { ...openPolicy, ...changes.policy },
    });
    this.governance.forget();
  }

  async putToken(changes: Partial<TokenRecord>): Promise<void> {
    await this.store.records.put("token", {
      id: "tok-1",
      name: "notebook",
      createdAt: 1,
      hash: "hash-1",
      last4: "a1b2",
      userId: "user-1",
      profileId: "dev",
      sectorId: "it",
      rateLimits: {},
      ...changes,
    });
    this.governance.forget();
  }

  async putSettings(changes: Partial<SettingsRecord>): Promise<void> {
    await this.store.records.put("settings", {
      id: "hub",
      timeZone: "America/Sao_Paulo",
      currency: "USD",
      budgetStatus: 402,
      defaultProfileId: "dev",
      defaultSectorId: "it",
      ...changes,
    });
    this.governance.forget();
  }

  async putBudget(changes: Partial<BudgetRecord>): Promise<void> {
    await this.store.records.put("budget", {
      id: "budget-1",
      scope: "token",
      subjectId: "tok-1",
      unit: "tokens",
      limit: 2_000,
      warnAt: [],
      createdAt: 1,
      ...changes,
    });
    this.governance.forget();
  }

  async putModel(changes: Partial<ModelRecord>): Promise<void> {
    await this.store.records.put("model", {
      id: "gpt",
      tiers: [],
      isActive: true,
      createdAt: 1,
      ...changes,
    });
    this.governance.forget();
  }

  admit(changes: Partial<BillableCall> = {}): Promise<Admission> {
    return this.governance.admit(callOf(changes));
  }

  /** What a refused request is answered with. */
  async refusal(changes: Partial<BillableCall> = {}): Promise<ApiError> {
    const error = await this.admit(changes).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof ApiError)) {
      throw new Error("The request was not refused.", { cause: error });
    }
    return error;
  }

  async audited(...kinds: readonly AuditKind[]): Promise<readonly AuditRecord[]> {
    return this.store.audit.list({ kinds }, { limit: 1_000 });
  }

  usage(): Promise<readonly UsageRecord[]> {
    return this.store.ledger.usageRecords(
      { fromDay: "2020-01-01", toDay: "2030-01-01" },
      { limit: 1_000 },
    );
  }

  /** Of the first budget, in a month. */
  async spending(
    period = "2026-11",
  ): Promise<{ readonly spent: number; readonly reserved: number }> {
    const [state] = await this.store.ledger.budgetStates([{ budgetId: "budget-1", period }]);
    return { spent: state?.spent ?? 0, reserved: state?.reserved ?? 0 };
  }

  /** Lets time pass in steps, and whatever it starts come to its end. */
  async pass(ms: number, stepMs = 10_000): Promise<void> {
    for (let left = ms; left > 0; left -= stepMs) {
      this.clock.advance(Math.min(left, stepMs));
      await this.store.records.version();
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
  }

  #breakable(store: Store): Store {
    const guarded = <T extends object>(part: T): T =>
      new Proxy(part, {
        get: (target, name, receiver) => {
          const value: unknown = Reflect.get(target, name, receiver);
          return this.isStoreDown && typeof value === "function"
            ? () => Promise.reject(new StoreError("unavailable", "The disk is gone."))
            : value;
        },
      });
    return {
      ...store,
      records: guarded(store.records),
      ledger: guarded(store.ledger),
      audit: guarded(store.audit),
    };
  }
}

export function clockAt(time: number): FakeClock {
  const clock = new FakeClock();
  clock.advance(time - clock.now());
  return clock;
}

let requests = 0;

export function callOf(changes: Partial<BillableCall> = {}): BillableCall {
  requests += 1;
  return {
    caller,
    format: "openai",
    requestId: `req-${requests}`,
    app: "vscode",
    model: "gpt",
    fields: {
      model: "gpt",
      messages: [],
      ...(changes.maxOutputTokens !== undefined && { max_tokens: changes.maxOutputTokens }),
    },
    maxOutputTokens: undefined,
    inputTokens: 100,
    mostInputTokens: changes.inputTokens ?? 100,
    hasTools: false,
    hasImages: false,
    staysInHouse: false,
    servesInHouse: () => Promise.resolve(true),
    ...changes,
  };
}

export function usageOf(
  inputTokens: number,
  outputTokens: number,
): Parameters<Admission["meter"]["report"]>[0] {
  return { inputTokens, outputTokens, cachedTokens: 0, cacheWriteTokens: 0 };
}
