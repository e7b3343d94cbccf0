import * as z from "zod/mini";

import { maxOwnKinds } from "../../../shared/guarded/ownKinds.ts";
import {
  type KindAnswer,
  type KindInput,
  kindInputSchema,
  kindSchema,
} from "../../../shared/hubApi/hubKinds.ts";
import { checkedCostOf, kindRecord } from "../../governance/policy/kindRecord.ts";
import type { OwnKindRecord } from "../../store/records.ts";
import { isoTime } from "../../values/isoTime.ts";
import type { AdminDeps } from "../base/adminDeps.ts";
import { conflict } from "../base/adminErrors.ts";
import type { Collection } from "../base/collection.ts";
import { requireRecord } from "../base/references.ts";

export function kindCollection({
  store: { records },
  clock,
  givenKinds,
}: AdminDeps): Collection<"ownKind", typeof kindInputSchema> {
  const startedAt = clock.now();
  return {
    kind: "ownKind",
    path: "/kinds",
    idPrefix: "kind",
    input: kindInputSchema,
    partial: z.partial(kindInputSchema),
    output: kindSchema,
    given: givenKinds.map((kind) => kindJson({ ...kind, createdAt: startedAt }, "file")),
    inputOf: inputOf,
    nameOf: ({ name }) => name,
    recordOf: async (input, { id, createdAt, previous }) => {
      const others = [...givenKinds, ...(await records.list("ownKind"))];
      requireFreePlaceholder(others, input.placeholder, id);
      for (const [at, { profile_id }] of (input.profiles ?? []).entries()) {
        const param = `profiles[${at}].profile_id`;
        await requireRecord(records, "profile", { id: profile_id, param });
      }
      const now = clock.now();
      const record = kindRecord(input, { id, createdAt, now });
      checkedCostOf(record.rule);
      return { ...record, ...(previous?.terms && { terms: previous.terms }) };
    },
    show: (kinds) => Promise.resolve(kinds.map((kind) => kindJson(kind, "record"))),
    usedBy: () => Promise.resolve([]),
  };
}

function kindJson(record: OwnKindRecord, source: KindAnswer["source"]): KindAnswer {
  return {
    ...inputOf(record),
    id: record.id,
    terms: record.terms?.count ?? 0,
    created_at: isoTime(record.createdAt),
    source,
  };
}

function inputOf({ rule, action, profiles, actsFrom, isActive }: OwnKindRecord): KindInput {
  const { check } = rule;
  return {
    placeholder: rule.placeholder,
    labels: rule.labels,
    pattern: rule.pattern ?? null,
    case_sensitive: rule.case_sensitive ?? false,
    near: rule.near ?? [],
    excuse: rule.excuse ?? [],
    check_digit: check?.by ?? null,
    check_weights: check?.by === "weights" ? check.weights.join(", ") : null,
    check_modulus: check?.by === "weights" ? check.modulus : null,
    action,
    profiles: Object.entries(profiles).map(([profile_id, given]) => ({
      profile_id,
      action: given,
    })),
    acts_from: actsFrom === undefined ? null : isoTime(actsFrom),
    is_active: isActive,
  };
}

function requireFreePlaceholder(
  kinds: readonly OwnKindRecord[],
  placeholder: string,
  id: string,
): void {
  const others = kinds.filter((other) => other.id !== id);
  if (others.some(({ rule }) => rule.placeholder === placeholder)) {
    throw conflict(`Another kind has the placeholder ${placeholder} already.`, "placeholder");
  }
  if (others.length >= maxOwnKinds) {
    throw conflict(`There are ${maxOwnKinds} kinds already, and there can be no more.`);
  }
}
