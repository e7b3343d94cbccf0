import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { adminRoutes } from "../../../src/hubServer/admin/adminRoutes.ts";
import { AdminServer, profileBody, userBody } from "./adminServer.ts";

const operationSchema = z.object({
  operationId: z.string().check(z.minLength(1)),
  summary: z.string().check(z.minLength(1)),
  security: z.optional(z.array(z.unknown())),
  parameters: z.optional(
    z.array(
      z.object({
        name: z.string(),
        in: z.enum(["path", "query", "header"]),
        schema: z.object({ type: z.string() }),
      }),
    ),
  ),
  requestBody: z.optional(
    z.object({ content: z.record(z.string(), z.object({ schema: z.looseObject({}) })) }),
  ),
  responses: z.record(
    z.string(),
    z.object({
      description: z.string(),
      content: z.optional(z.record(z.string(), z.object({ schema: z.looseObject({}) }))),
    }),
  ),
});

const documentSchema = z.object({
  openapi: z.literal("3.1.0"),
  info: z.object({ title: z.string(), version: z.literal("1.2.3") }),
  servers: z.tuple([z.object({ url: z.literal("/hub/admin/v1") })]),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({
    securitySchemes: z.record(z.string(), z.object({ type: z.string() })),
    schemas: z.record(z.string(), z.looseObject({})),
  }),
});

let hub: AdminServer;
let document: z.infer<typeof documentSchema>;

beforeAll(async () => {
  hub = await AdminServer.start();
  const { body } = await hub.send("GET", "/openapi.json");
  document = documentSchema.parse(body);
});
afterAll(() => hub.close());

function operations(): readonly (readonly [string, z.infer<typeof operationSchema>])[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const),
  );
}

test("a summary has words, not names of the code", () => {
  const summaries = operations().map(([, { summary }]) => summary);
  expect(summaries).toContain("Make a kind of sensitive data");
  expect(summaries).toContain("Make an upstream");
  expect(
    summaries.filter((text) => /[a-z][A-Z]|\ba [aeio]/u.test(text.replace("OpenID", ""))),
  ).toEqual([]);
});

test("every route of the table is described, and nothing else", () => {
  const routes = adminRoutes(hub.deps()).map(
    ({ method, path }) => `${method.toLowerCase()} ${path}`,
  );
  expect(
    operations()
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(routes.toSorted());
});

test("every operation has an id of its own and says what stands in its path", () => {
  const ids = operations().map(([, { operationId }]) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [name, { parameters = [] }] of operations()) {
    const inPath = parameters.filter((parameter) => parameter.in === "path");
    expect([name, inPath.length]).toEqual([name, name.includes("{id}") ? 1 : 0]);
  }
});

test("open operations say that they are, and only these", () => {
  const open = adminRoutes(hub.deps())
    .filter(({ access }) => access === "open")
    .map(({ method, path }) => `${method.toLowerCase()} ${path}`);
  const described = operations()
    .filter(([, { security }]) => security?.length === 0)
    .map(([name]) => name);
  expect(described.toSorted()).toEqual(open.toSorted());
});

function validator(schema: object): (value: unknown) => boolean {
  return new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
}

test("every schema is a schema by JSON Schema 2020-12", () => {
  const contents = operations().flatMap(([, { requestBody, responses }]) => [
    ...Object.values(requestBody?.content ?? {}),
    ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
      status === "default" ? [] : Object.values(content),
    ),
  ]);
  expect(contents.length).toBeGreaterThan(40);
  for (const { schema } of contents) {
    expect(() => validator(schema)).not.toThrow();
  }
  expect(() => validator(document.components.schemas["Error"] ?? {})).not.toThrow();
});

test("what the hub takes and answers is what the description says", async () => {
  const answers = {
    "post /profiles": await hub.ask("POST", "/profiles", profileBody),
    "post /users": await hub.ask("POST", "/users", userBody),
    "get /users": await hub.ask("GET", "/users"),
    "get /settings": await hub.ask("GET", "/settings"),
    "get /usage": await hub.ask("GET", "/usage"),
    "get /audit": await hub.ask("GET", "/audit"),
    "get /audit/verify": await hub.ask("GET", "/audit/verify"),
    "get /session": await hub.ask("GET", "/session"),
    "post /tokens": await hub.ask("POST", "/tokens", { name: "t" }),
    "get /tokens": await hub.ask("GET", "/tokens"),
  };
  const described = new Map(operations());
  for (const [name, { status, body }] of Object.entries(answers)) {
    const content = described.get(name)?.responses[String(status)]?.content;
    const validate = validator(content?.["application/json"]?.schema ?? { not: {} });
    expect([name, validate(body)]).toEqual([name, true]);
    expect([
      name,
      validate({ ...body, id: 5, data: 5, object: 5, user: 5, is_intact: 5, time_zone: 5 }),
    ]).toEqual([name, false]);
  }
});

test("errors have the form that the description gives them", async () => {
  const validate = validator(document.components.schemas["Error"] ?? {});
  const failures = [
    await hub.send("GET", "/users"),
    await hub.ask("GET", "/nothing"),
    await hub.ask("POST", "/users", {}),
    await hub.ask("DELETE", "/sectors/sector_default"),
  ];
  expect(failures.map(({ status }) => status)).toEqual([401, 404, 400, 409]);
  expect(failures.map(({ body }) => validate(body))).toEqual([true, true, true, true]);
});
