import * as z from "zod/mini";

import { visibleText } from "../../shared/text/visibleText.ts";

export interface Elicitation {
  readonly server: string;
  readonly message: string;
  readonly fields: readonly ElicitedField[];
}

export interface ElicitedField {
  readonly name: string;
  readonly label: string;
  readonly kind: "text" | "number" | "integer" | "flag" | "choice";
  readonly options: readonly string[];
  readonly isRequired: boolean;
  readonly initial: string | number | boolean | undefined;
}

const fieldSchema = z.object({
  type: z.enum(["string", "number", "integer", "boolean"]),
  title: z.optional(z.string().check(z.maxLength(300))),
  description: z.optional(z.string().check(z.maxLength(2_000))),
  enum: z.optional(z.array(z.string().check(z.maxLength(300))).check(z.maxLength(100))),
  format: z.optional(z.string()),
  default: z.optional(z.union([z.string().check(z.maxLength(300)), z.number(), z.boolean()])),
});
const requestSchema = z.object({
  message: z.string().check(z.maxLength(4_000)),
  requestedSchema: z.object({
    properties: z.record(z.string().check(z.minLength(1), z.maxLength(100)), z.unknown()),
    required: z.optional(z.array(z.string())),
  }),
});

const maxFields = 20;
const secretWords =
  /pass(?:word|wd|phrase|code)|(?<![a-z])pass(?![a-z])|senha|contrase|secret|segredo|token|api[\s_-]?key|chave|credential|credencia|private[\s_-]?key|\bpin\b|\botp\b|\bmfa\b|\b2fa\b|\bcvv\b|\bcvc\b|card[\s_-]?number|n[uú]mero do cart|\bcpf\b|\bssn\b|cookie|seed[\s_-]?phrase/iu;

/** Undefined if the question is malformed or asks for a secret: a server gets secrets only from its configuration. */
export function parseElicitation(server: string, params: unknown): Elicitation | undefined {
  const parsed = requestSchema.safeParse(params).data;
  if (!parsed || secretWords.test(wordsOf(parsed.message))) {
    return undefined;
  }
  const { properties, required = [] } = parsed.requestedSchema;
  const all = Object.entries(properties);
  // The person cannot see an unreadable field, so it must not be required.
  const entries = all.flatMap(([name, value]) => {
    const field = fieldSchema.safeParse(value).data;
    return field ? [[name, field] as const] : [];
  });
  const unknown = new Set(all.map(([name]) => name));
  for (const [name] of entries) {
    unknown.delete(name);
  }
  const asksSecret = all.some((entry) => secretWords.test(wordsOf(JSON.stringify(entry))));
  if (asksSecret || all.length > maxFields || required.some((name) => unknown.has(name))) {
    return undefined;
  }
  const fields = entries.map(([name, field]): ElicitedField => {
    const kind = kindOf(field);
    const options = field.enum ?? [];
    const initial = elicitedValue({ kind, options }, String(field.default ?? ""));
    const hasInitial = field.default !== undefined && initial === field.default;
    const label = [field.title ?? name, field.description].filter(Boolean).join(": ");
    return {
      name,
      label: visibleText(hasInitial ? `${label} [${initial}]` : label),
      kind,
      options,
      isRequired: required.includes(name) && !hasInitial,
      initial: hasInitial ? initial : undefined,
    };
  });
  return { server, message: visibleText(parsed.message), fields };
}

export function elicitedAnswer(
  { fields }: Elicitation,
  given: Readonly<Record<string, string | number | boolean>>,
): Record<string, string | number | boolean> {
  const initial = fields.flatMap(({ name, initial: value }) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { ...Object.fromEntries(initial), ...given };
}

export function elicitedValue(
  { kind, options }: Pick<ElicitedField, "kind" | "options">,
  text: string,
): string | number | boolean | undefined {
  const number = Number(text);
  switch (kind) {
    case "flag":
      return text === "true" ? true : text === "false" ? false : undefined;
    case "number":
      return text.trim() !== "" && Number.isFinite(number) ? number : undefined;
    case "integer":
      return text.trim() !== "" && Number.isSafeInteger(number) ? number : undefined;
    case "choice":
      return options.includes(text) ? text : undefined;
    default:
      return text;
  }
}

function kindOf(field: z.infer<typeof fieldSchema>): ElicitedField["kind"] {
  if (field.type === "string") {
    return field.enum === undefined ? "text" : "choice";
  }
  return field.type === "boolean" ? "flag" : field.type;
}

function wordsOf(text: string): string {
  return text.replaceAll(/([a-z\d])([A-Z])/gu, "$1 $2").replaceAll("_", " ");
}
