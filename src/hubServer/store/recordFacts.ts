import type { RecordKind, RecordTypes, TokenRecord } from "./records.ts";

export interface RecordFacts {
  readonly name: string;
  readonly createdAt: number;
  readonly keys: readonly { readonly name: RecordKeyName; readonly value: string }[];
  readonly references: readonly { readonly kind: RecordKind; readonly id: string }[];
}

export type RecordKeyName = "token.hash" | "user.login" | "user.subject";

type Reference = readonly [kind: RecordKind, id: string | undefined];

const facts: { readonly [K in RecordKind]: (record: RecordTypes[K]) => RecordFacts } = {
  sector: (record) => ({ ...named(record), keys: [], references: [] }),
  profile: (record) => ({ ...named(record), keys: [], references: [] }),
  ownKind: (record) => ({
    ...named(record),
    keys: [],
    references: [],
  }),
  user: (record) => ({
    ...named(record),
    keys: [
      { name: "user.login", value: record.login },
      ...(record.subject === undefined
        ? []
        : [{ name: "user.subject" as const, value: record.subject }]),
    ],
    references: present([
      ["profile", record.profileId],
      ["sector", record.sectorId],
    ]),
  }),
  token: tokenFacts,
  budget: (record) => ({
    name: record.id,
    createdAt: record.createdAt,
    keys: [],
    references: present([[record.scope, record.subjectId]]),
  }),
  upstream: (record) => ({ ...named(record), keys: [], references: [] }),
  model: (record) => ({
    name: record.name ?? record.id,
    createdAt: record.createdAt,
    keys: [],
    references: present([["upstream", record.upstreamId]]),
  }),
  settings: (record) => ({
    name: record.id,
    createdAt: 0,
    keys: [],
    references: present([
      ["profile", record.defaultProfileId],
      ["sector", record.defaultSectorId],
    ]),
  }),
};

export function isRecordKind(kind: string): kind is RecordKind {
  return Object.hasOwn(facts, kind);
}

export function recordFacts<K extends RecordKind>(kind: K, record: RecordTypes[K]): RecordFacts {
  return facts[kind](record);
}

function tokenFacts(record: TokenRecord): RecordFacts {
  return {
    ...named(record),
    keys: [{ name: "token.hash", value: record.hash }],
    references: present([
      ["user", record.userId],
      ["profile", record.profileId],
      ["sector", record.sectorId],
    ]),
  };
}

function named(record: { readonly name: string; readonly createdAt: number }): {
  readonly name: string;
  readonly createdAt: number;
} {
  return { name: record.name, createdAt: record.createdAt };
}

function present(references: readonly Reference[]): RecordFacts["references"] {
  return references.flatMap(([kind, id]) => (id === undefined ? [] : [{ kind, id }]));
}
