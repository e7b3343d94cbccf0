import { afterAll, beforeAll, expect, test } from "vitest";

import { isRecord } from "../../../src/shared/base/json.ts";
import { AdminServer } from "./adminServer.ts";

type Fields = Readonly<Record<string, unknown>>;

interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: Fields;
}

let hub: AdminServer;
let routes: readonly Route[] = [];

beforeAll(async () => {
  hub = await AdminServer.start();
  const ids = await addRecords();
  const { paths } = (await hub.ask("GET", "/openapi.json")).body;
  routes = Object.entries(fieldsOf(paths)).flatMap(([path, operations]) =>
    Object.entries(fieldsOf(operations)).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replace("{id}", ids.get(path.split("/")[1] ?? "") ?? "user_admin"),
      operation: fieldsOf(operation),
    })),
  );
});

/** Adds a record of each kind that a new hub has none of; answers an id of each. */
async function addRecords(): Promise<ReadonlyMap<string, string>> {
  const ids = new Map([
    ["sectors", "sector_default"],
    ["profiles", "profile_default"],
  ]);
  for (const [path, body] of Object.entries({
    budgets: { scope: "user", subject_id: "user_admin", unit: "money", limit: "5", warn_at: [] },
    upstreams: { name: "lab", url: "http://127.0.0.1:9", format: "openai", is_active: true },
    tokens: { name: "t" },
    kinds: {
      placeholder: "EMPLOYEE",
      labels: { en: "A", "pt-br": "A" },
      pattern: "EMP-[0-9]{5}",
      action: "mask",
      is_active: true,
    },
  })) {
    const { status, body: made } = await hub.ask("POST", `/${path}`, body);
    expect([path, status]).toEqual([path, 201]);
    ids.set(path, made.id);
  }
  return ids;
}
afterAll(() => hub.close());

function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A value with every field of the schema. */
function exampleOf(schema: Fields): unknown {
  const options = [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])].map(fieldsOf);
  const option = options.find(({ type }) => type !== "null");
  if (option) {
    return exampleOf(option);
  }
  if (schema["properties"] !== undefined) {
    const entries = Object.entries(fieldsOf(schema["properties"]));
    return Object.fromEntries(entries.map(([name, one]) => [name, exampleOf(fieldsOf(one))]));
  }
  return schema["type"] === "array" ? [exampleOf(fieldsOf(schema["items"]))] : "user_admin";
}

/** The value with one field misspelled, for each field at any depth. */
function misspelled(value: unknown): readonly (readonly [unknown, string, string])[] {
  if (Array.isArray(value)) {
    return misspelled(value[0]).map(([inner, path, name]) => [[inner], `0.${path}`, name]);
  }
  return Object.entries(fieldsOf(value)).flatMap(([name, inner]) => {
    const { [name]: _, ...others } = fieldsOf(value);
    const wrong = `${name.toUpperCase()}S`;
    return [
      [{ ...others, [wrong]: inner }, wrong, name] as const,
      ...misspelled(inner).map(
        ([changed, path, known]) =>
          [{ ...others, [name]: changed }, `${name}.${path}`, known] as const,
      ),
    ];
  });
}

test("every body refuses each of its fields when misspelled, and names the right one", async () => {
  const bodies = routes.flatMap(({ method, path, operation }) => {
    const content = fieldsOf(fieldsOf(operation["requestBody"])["content"]);
    const { schema } = fieldsOf(content["application/json"]);
    return misspelled(exampleOf(fieldsOf(schema))).map((wrong) => ({ method, path, wrong }));
  });
  const answers: unknown[] = [];
  for (const { method, path, wrong } of bodies) {
    const [body, field] = wrong;
    const { status, body: answer } = await hub.ask(method, path, body);
    answers.push([method, path, field, status, answer.error.message]);
  }
  expect(answers).toEqual(
    bodies.map(({ method, path, wrong: [, field, known] }) => [
      method,
      path,
      field,
      400,
      `There is no field "${field}". The nearest known one is "${known}". See openapi.json.`,
    ]),
  );
  expect(answers.length).toBeGreaterThan(200);
});

test("every list and report refuses a parameter that it does not have", async () => {
  const guarded = routes.filter(
    ({ method, operation }) => method === "GET" && operation["security"] === undefined,
  );
  for (const { path } of guarded) {
    const { status, body } = await hub.ask("GET", `${path}?lmit=1`);
    expect([path, status, body.error.param]).toEqual([path, 400, "lmit"]);
  }
  const { body } = await hub.ask("GET", "/usage?groupBy=user");
  expect(body.error.message).toBe(
    'There is no parameter "groupBy". The nearest known one is "group_by". See openapi.json.',
  );
});
