import type { OwnRule } from "../../../dlp/dlpRules.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import type { AnswerActions } from "../../../shared/guarded/dataProtection.ts";
import type { Caller } from "../../auth/caller.ts";
import { defaultSettings } from "../../store/builtInRecords.ts";
import type {
  BudgetRecord,
  ModelRecord,
  OwnKindRecord,
  ProfileRecord,
  RateLimits,
  SettingsRecord,
} from "../../store/records.ts";
import type { RecordStore } from "../../store/store.ts";
import { timeBetween } from "../../values/timeBetween.ts";
import { ownAnswerRules, ownRules } from "./ownRules.ts";

const maxAgeMs = 1_000;

export interface Configuration {
  readonly settings: SettingsRecord;
  readonly models: readonly ModelRecord[];
  /** True if the configuration has the caller's token, which may be newer. */
  readonly knows: (caller: Caller) => boolean;
  readonly profileOf: (caller: Caller) => ProfileRecord | undefined;
  readonly modelOf: (id: string) => ModelRecord | undefined;
  /** The organisation's own kinds, as a profile judges them at a time. */
  readonly ownRulesOf: (profileId: string, now: number) => readonly OwnRule[];
  readonly ownAnswerRulesOf: (
    actions: NonNullable<AnswerActions["own"]>,
    now: number,
  ) => readonly OwnRule[];
  readonly budgetsOf: (caller: Caller) => readonly BudgetRecord[];
  readonly rateLimitsOf: (caller: Caller) => RateLimits;
}

export class RecordCache {
  readonly #records: RecordStore;
  readonly #clock: Clock;
  readonly #givenKinds: readonly OwnKindRecord[];
  #known: { readonly version: number; readonly configuration: Configuration } | undefined;
  #checkedAt = -Infinity;
  #reading: Promise<Configuration> | undefined;
  /** Incremented when a read in progress may be outdated. */
  #generation = 0;

  constructor(records: RecordStore, clock: Clock, givenKinds: readonly OwnKindRecord[] = []) {
    this.#records = records;
    this.#clock = clock;
    this.#givenKinds = givenKinds;
  }

  get last(): Configuration | undefined {
    return this.#known?.configuration;
  }

  async read(): Promise<Configuration> {
    const age = timeBetween(this.#checkedAt, this.#clock.now());
    if (this.#known && age < maxAgeMs) {
      return this.#known.configuration;
    }
    if (this.#reading) {
      return this.#reading;
    }
    const reading = this.#refresh().finally(() => {
      if (this.#reading === reading) {
        this.#reading = undefined;
      }
    });
    this.#reading = reading;
    return reading;
  }

  /** Reads again if the configuration lacks the caller's new token. */
  async readFor(caller: Caller): Promise<Configuration> {
    const configuration = await this.read();
    if (configuration.knows(caller)) {
      return configuration;
    }
    this.forget();
    return this.read();
  }

  forget(): void {
    this.#generation += 1;
    this.#checkedAt = -Infinity;
    this.#reading = undefined;
  }

  async #refresh(): Promise<Configuration> {
    const generation = this.#generation;
    const checkedAt = this.#clock.now();
    // Read before the records: a change in between is seen next time.
    const version = await this.#records.version();
    const known =
      this.#known?.version === version
        ? this.#known
        : { version, configuration: await readConfiguration(this.#records, this.#givenKinds) };
    if (generation === this.#generation) {
      this.#known = known;
      this.#checkedAt = checkedAt;
    }
    return known.configuration;
  }
}

async function readConfiguration(
  records: RecordStore,
  givenKinds: readonly OwnKindRecord[],
): Promise<Configuration> {
  const [settings, profiles, models, budgets, tokens, storedKinds] = await Promise.all([
    records.list("settings"),
    records.list("profile"),
    records.list("model"),
    records.list("budget"),
    records.list("token"),
    records.list("ownKind"),
  ]);
  const givenWords = new Set(givenKinds.map(({ rule }) => rule.placeholder));
  const otherKinds = storedKinds.filter(({ rule }) => !givenWords.has(rule.placeholder));
  const kinds = [...givenKinds, ...otherKinds];
  const profileById = byId(profiles);
  const modelById = byId(models);
  const tokenById = byId(tokens);
  const budgetsBySubject = new Map<string, readonly BudgetRecord[]>();
  for (const budget of budgets) {
    const key = subjectOf(budget);
    budgetsBySubject.set(key, [...(budgetsBySubject.get(key) ?? []), budget]);
  }
  const budgetsOf = remembered((caller: Caller) =>
    subjectsOf(caller).flatMap((key) => budgetsBySubject.get(key) ?? []),
  );
  return {
    settings: settings[0] ?? defaultSettings,
    models,
    knows: ({ tokenId }) => tokenById.has(tokenId),
    profileOf: ({ profileId }) => profileById.get(profileId),
    modelOf: (id) => modelById.get(id),
    ownRulesOf: (profileId, now) => ownRules(kinds, profileId, now),
    ownAnswerRulesOf: (actions, now) => ownAnswerRules(kinds, actions, now),
    budgetsOf,
    rateLimitsOf: ({ tokenId, profileId }) => ({
      ...profileById.get(profileId)?.rateLimits,
      ...tokenById.get(tokenId)?.rateLimits,
    }),
  };
}

function remembered<K extends object, T>(compute: (key: K) => T): (key: K) => T {
  const known = new WeakMap<K, { readonly value: T }>();
  return (key) => {
    const found = known.get(key) ?? { value: compute(key) };
    known.set(key, found);
    return found.value;
  };
}

function byId<T extends { readonly id: string }>(records: readonly T[]): ReadonlyMap<string, T> {
  return new Map(records.map((record) => [record.id, record]));
}

function subjectOf({ scope, subjectId }: Pick<BudgetRecord, "scope" | "subjectId">): string {
  return `${scope} ${subjectId}`;
}

function subjectsOf({ tokenId, userId, profileId, sectorId }: Caller): readonly string[] {
  return [
    subjectOf({ scope: "token", subjectId: tokenId }),
    ...(userId === undefined ? [] : [subjectOf({ scope: "user", subjectId: userId })]),
    subjectOf({ scope: "profile", subjectId: profileId }),
    subjectOf({ scope: "sector", subjectId: sectorId }),
  ];
}
