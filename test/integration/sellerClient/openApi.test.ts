import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import * as z from "zod/mini";

import { apiCallIds } from "../../../src/seller/contract/calls.ts";
import { openApiDocument } from "../../../src/seller/contract/openApi.ts";
import { samples } from "../../unit/seller/contract/samples.ts";
import { Portal, never } from "./portal.ts";

const schemaSchema = z.looseObject({});

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        parameters: z.optional(
          z.array(
            z.object({ name: z.string(), in: z.enum(["path", "query"]), schema: schemaSchema }),
          ),
        ),
        requestBody: z.optional(
          z.object({ content: z.record(z.string(), z.object({ schema: schemaSchema })) }),
        ),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), schemaSchema) }),
});

const document = documentSchema.parse(openApiDocument());
const ajv = new Ajv2020({ strict: false });
for (const [name, schema] of Object.entries(document.components.schemas)) {
  ajv.addSchema(schema, `#/components/schemas/${name}`);
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** The operation's id, if a validator that knows only the document finds nothing wrong with the request. */
function validated({ method, path, headers, body }: Sent): string {
  const url = new URL(path, "http://portal");
  for (const [template, methods] of Object.entries(document.paths)) {
    const names = [...template.matchAll(/\{(?<name>\w+)\}/gu)].map(([, name]) => name ?? "");
    const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/gu, "([^/]+)")}$`, "u");
    const match = pattern.exec(url.pathname);
    const operation = methods[method.toLowerCase()];
    if (!match || !operation) {
      continue;
    }
    const values = new Map<string, string>([
      ...names.map((name, index) => [name, match[index + 1] ?? ""] as const),
      ...url.searchParams,
    ]);
    const declared = operation.parameters ?? [];
    expect([...values.keys()].toSorted()).toEqual(declared.map(({ name }) => name).toSorted());
    for (const { name, schema } of declared) {
      expect(ajv.validate(schema, Number(values.get(name)))).toBe(true);
    }
    validateBody(operation.requestBody, headers, body);
    return operation.operationId;
  }
  throw new Error(`The document has no ${method} ${path}`);
}

function validateBody(
  described:
    | { readonly content: Readonly<Record<string, { readonly schema: object }>> }
    | undefined,
  headers: Sent["headers"],
  body: string,
): void {
  const [type, content] = Object.entries(described?.content ?? {})[0] ?? [];
  if (type === undefined || !content) {
    expect(body).toBe("");
    return;
  }
  expect(headers["content-type"]).toContain(type);
  const value: unknown = type.includes("json")
    ? JSON.parse(body)
    : Object.fromEntries(new URLSearchParams(body));
  expect({ isValid: ajv.validate(content.schema, value), errors: ajv.errors }).toEqual({
    isValid: true,
    errors: null,
  });
}

test("every request that the client sends is one that our OpenAPI document describes", async () => {
  await using portal = await Portal.start();
  const client = portal.client();
  for (const id of apiCallIds) {
    await client.send(client.prepare(id, samples[id]), { signal: never });
  }
  const sent = portal.server.requests.map((request) => validated(request));
  expect(sent).toEqual(["getToken", ...apiCallIds]);
});

test("the validator refuses what the document does not describe", () => {
  const headers = { "content-type": "application/json" };
  const price = { method: "POST", path: "/portal-seller/precos/salvar", headers };
  expect(() => validated({ ...price, body: '{"valorPrecoBase":"x"}' })).toThrow();
  expect(() => validated({ ...price, body: '{"precoBase":1}' })).toThrow();
  expect(() => validated({ ...price, method: "PUT", body: "{}" })).toThrow();
  const path = "/portal-seller/estoques/atualizar/123/5";
  expect(() => validated({ method: "PUT", path, headers, body: "{}" })).toThrow();
});
