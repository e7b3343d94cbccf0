import * as z from "zod/mini";

import { maxOwnKinds } from "../../shared/guarded/ownKinds.ts";
import { kindInputSchema } from "../../shared/hubApi/hubKinds.ts";
import { checkedCostOf, kindRecord } from "../governance/policy/kindRecord.ts";
import { ApiError } from "../http/apiError.ts";
import type { OwnKindRecord } from "../store/records.ts";

const kindInFile = z.extend(kindInputSchema, {
  /** Required: the file gives no exact terms. */
  pattern: kindInputSchema.shape.pattern.def.innerType.def.innerType,
  is_active: z.optional(z.boolean()),
});

type KindInFile = z.infer<typeof kindInFile>;

export const kindsInFile = z.array(kindInFile).check(z.maxLength(maxOwnKinds), (payload) => {
  for (const [at, kind] of payload.value.entries()) {
    const problem = problemOf(kind, payload.value.slice(0, at));
    if (problem) {
      const { field, message } = problem;
      payload.issues.push({ code: "custom", input: kind, path: [at, field], message });
    }
  }
});

export function givenKindsOf(kinds: readonly KindInFile[] = []): readonly OwnKindRecord[] {
  return kinds.map(givenKind);
}

/** The id never equals a record's id, which has no colon. */
function givenKind(kind: KindInFile): OwnKindRecord {
  const base = { id: `file:${kind.placeholder}`, createdAt: 0, now: 0 };
  return kindRecord({ ...kind, is_active: kind.is_active ?? true }, base);
}

function problemOf(
  kind: KindInFile,
  before: readonly KindInFile[],
): { readonly field: string; readonly message: string } | undefined {
  if (before.some(({ placeholder }) => placeholder === kind.placeholder)) {
    return { field: "placeholder", message: "another kind has it already" };
  }
  try {
    checkedCostOf(givenKind(kind).rule);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    return { field: error.options.param ?? "", message: error.message.replace(/\.$/u, "") };
  }
}
