import { isRecord, parseJson } from "../../shared/base/json.ts";
import { sellerCall } from "../contract/calls.ts";
import type { Bilingual } from "../contract/fields.ts";
import type { PortalRequest } from "../contract/request.ts";
import { fieldsOf } from "../contract/schemaFields.ts";

export interface RequestField {
  readonly name: string;
  readonly label: Bilingual;
  readonly value: string;
}

/** The values are read back from the request, so that the card shows exactly the values that are sent. */
export function requestFields(request: PortalRequest): readonly RequestField[] {
  return [...addressFields(request), ...bodyFields(request)];
}

function addressFields({ call, url }: PortalRequest): readonly RequestField[] {
  const { path, parameters } = sellerCall(call);
  const { pathname, searchParams } = new URL(url);
  const sent = pathname.split("/");
  const template = path.split("/");
  // The base address may have its own path before the call's.
  const offset = sent.length - template.length;
  return parameters.map(({ name, label, in: place }) => ({
    name,
    label,
    value:
      (place === "query"
        ? searchParams.get(name)
        : decodeURIComponent(sent[offset + template.indexOf(`{${name}}`)] ?? "")) ?? "",
  }));
}

function bodyFields({ call, body }: PortalRequest): readonly RequestField[] {
  if (body === undefined) {
    return [];
  }
  const { body: spec } = sellerCall(call);
  const labels = new Map(spec && fieldsOf(spec.schema).map(({ name, label }) => [name, label]));
  return [...leaves(parseJson(body), "")].map(([name, value]) => ({
    name,
    label: labels.get(name) ?? { en: name, ptBr: name },
    value: typeof value === "string" ? value : JSON.stringify(value),
  }));
}

function* leaves(value: unknown, name: string): Generator<readonly [string, unknown]> {
  const entries = isRecord(value) ? Object.entries(value) : [];
  if (entries.length === 0) {
    yield [name, value];
    return;
  }
  for (const [key, inner] of entries) {
    yield* leaves(inner, name === "" ? key : `${name}.${key}`);
  }
}
