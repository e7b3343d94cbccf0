import { isRecord } from "../../../shared/base/json.ts";
import { type Fields, fieldsOf, stringOf } from "../base/fields.ts";
import { readAs } from "../base/knownFields.ts";
import type { AnswerSchema } from "../base/modelRequest.ts";

export const sharedForms = [
  ["prompt_cache_key", readAs.text],
  ["prompt_cache_retention", readAs.text],
  ["metadata", readAs.fields],
  ["service_tier", readAs.text],
] as const;

export function sharedFieldsOf(fields: Fields): Fields {
  const given = sharedForms.filter(([name, form]) => form(fields[name]));
  return Object.fromEntries(given.map(([name]) => [name, fields[name]]));
}

export function answerSchemaOf(given: unknown): AnswerSchema | undefined {
  const { name, schema, strict } = fieldsOf(given);
  return isRecord(schema)
    ? { name: stringOf(name), schema, ...(typeof strict === "boolean" && { isStrict: strict }) }
    : undefined;
}
