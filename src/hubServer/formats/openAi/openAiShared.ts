import { isRecord } from "../../../shared/base/json.ts";
import { dataUrl } from "../base/dataUrl.ts";
import { type Fields, fieldsOf, stringOf } from "../base/fields.ts";
import { readAs } from "../base/knownFields.ts";
import type { AnswerSchema, RequestPart } from "../base/modelRequest.ts";

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

/** `file` has the fields of a file. Undefined for the vendor's own content, such as an uploaded file's id. */
export function contentOf(part: Fields, file: Fields): RequestPart | undefined {
  const text = stringOf(part["text"]) ?? stringOf(part["refusal"]);
  if (text !== undefined) {
    return { kind: "text", text };
  }
  const image = part["image_url"];
  const url = stringOf(image) ?? stringOf(fieldsOf(image)["url"]);
  if (url !== undefined) {
    const inline = dataUrl(url);
    return { kind: "image", source: inline ? { kind: "base64", ...inline } : { kind: "url", url } };
  }
  const content = dataUrl(stringOf(file["file_data"]) ?? "");
  return content && { kind: "file", name: stringOf(file["filename"]), ...content };
}
