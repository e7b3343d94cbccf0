import type { Field, Option } from "../../forms/fields.ts";
import type { Words } from "../../words/en.ts";

export function nameField(words: Words): Field {
  return { name: "name", label: words.name, kind: "text", isRequired: true, maxLength: 100 };
}

export function rateLimitFields(words: Words, hint: string): readonly Field[] {
  const shared = { kind: "count", group: words.rateLimits, isHalf: true } as const;
  return [
    { ...shared, name: "rate_limits.requests_per_minute", label: words.requestsPerMinute, hint },
    { ...shared, name: "rate_limits.tokens_per_minute", label: words.tokensPerMinute },
    { ...shared, name: "rate_limits.parallel_requests", label: words.parallelRequests },
  ];
}

export function optionsOf(
  records: readonly { readonly id: string; readonly name?: string | null | undefined }[] = [],
): readonly Option[] {
  return records
    .map(({ id, name }) => ({ value: id, label: name ?? id }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}
