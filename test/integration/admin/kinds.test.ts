import { afterEach, beforeEach, expect, test } from "vitest";

import { kindRecord } from "../../../src/hubServer/governance/policy/kindRecord.ts";
import type { KindInput } from "../../../src/shared/hubApi/hubKinds.ts";
import { AdminServer, startOfTest } from "./adminServer.ts";

let hub: AdminServer;

beforeEach(async () => {
  hub = await AdminServer.start();
});
afterEach(async () => {
  await hub.close();
  expect(hub.errors).toEqual([]);
});

const kind: KindInput = {
  placeholder: "EMPLOYEE",
  labels: { en: "Employee number", "pt-br": "Matrícula" },
  pattern: "EMP-\\d{5}",
  action: "mask",
  is_active: true,
};

test("a kind is made, listed, changed and deleted, and the audit has the names of the fields", async () => {
  const made = await hub.ask("POST", "/kinds", kind);
  expect(made.status).toBe(201);
  expect(made.body).toEqual({
    ...kind,
    id: made.body.id,
    case_sensitive: false,
    near: [],
    excuse: [],
    check_digit: null,
    check_weights: null,
    check_modulus: null,
    profiles: [],
    acts_from: null,
    terms: 0,
    created_at: new Date(startOfTest).toISOString(),
    source: "record",
  });
  const path = `/kinds/${made.body.id}`;
  const change = {
    near: ["matrícula"],
    check_digit: "weights",
    check_weights: "2, 3, 4, 5",
    check_modulus: 11,
    profiles: [{ profile_id: "profile_default", action: "block" }],
    acts_from: "2026-12-24T00:00:00.000Z",
  };
  expect((await hub.ask("PATCH", path, change)).body).toMatchObject(change);
  const [event] = await hub.store.audit.list({ kinds: ["admin.change"] }, { limit: 1 });
  expect(event?.detail).toMatchObject({
    object: "ownKind",
    fields: Object.keys(change).join(", "),
  });
  expect((await hub.ask("GET", "/kinds")).body.data).toMatchObject([change]);
  expect((await hub.ask("DELETE", path)).status).toBe(200);
  expect((await hub.ask("GET", "/kinds")).body.data).toEqual([]);
});

test.each([
  [{ pattern: ".*" }, "pattern"],
  [{ pattern: `${"abcdefgh|".repeat(110)}z` }, "pattern"],
  [{ pattern: "\\w{4,20}" }, "pattern"],
  [{ placeholder: "CPF" }, "placeholder"],
  [{ placeholder: "TAX" }, "placeholder"],
  [{ check_digit: "weights" }, "check_weights"],
  [{ profiles: [{ profile_id: "none", action: "mask" }] }, "profiles[0].profile_id"],
  [{ acts_from: "tomorrow" }, "acts_from"],
])("a kind with %j is refused", async (change, param) => {
  const { status, body } = await hub.ask("POST", "/kinds", { ...kind, ...change });
  expect([status, body["error"].param]).toEqual([400, param]);
});

test("two kinds cannot share a placeholder", async () => {
  await hub.ask("POST", "/kinds", kind);
  expect((await hub.ask("POST", "/kinds", kind)).status).toBe(409);
});

test("a list of terms is stored as hashes, and no answer or event has it", async () => {
  const { body } = await hub.ask("POST", "/kinds", { ...kind, pattern: null });
  const list = "\uFEFFProjeto Aurora\r\nBoitatá\r\nprojeto aurora\r\nab\r\n";
  const put = await hub.ask("PUT", `/kinds/${body.id}/terms`, { list });
  expect(put.body).toEqual({ terms: 2, duplicates: 1, refused: 1 });
  const tried = await hub.ask("POST", "/kinds/try", {
    kind: { ...kind, pattern: null },
    id: body.id,
    text: "o projeto\nBOITATA de 2026",
  });
  expect(tried.body).toEqual({ found: [{ start: 10, end: 17 }], total: 1, cost: null });
  const renamed = await hub.ask("PATCH", `/kinds/${body.id}`, { action: "block" });
  expect(renamed.body["terms"]).toBe(2);
  const stored = JSON.stringify([
    await hub.store.records.list("ownKind"),
    await hub.store.audit.list({}, { limit: 100 }),
    (await hub.ask("GET", "/kinds")).body,
  ]);
  expect(stored.toLowerCase()).not.toMatch(/aurora|boitat/u);
  const none = await hub.ask("PUT", `/kinds/${body.id}/terms`, { list: "" });
  expect(none.body).toEqual({ terms: 0, duplicates: 0, refused: 0 });
});

test("a text is tried against a kind that is not stored, with the cost of its pattern", async () => {
  const text = "EMP-12345\nEMP-1234 (emp-99999)";
  const { body } = await hub.ask("POST", "/kinds/try", { kind, text });
  expect(body).toEqual({
    found: [
      { start: 0, end: 9 },
      { start: 20, end: 29 },
    ],
    total: 2,
    cost: { size: 9, longest: 9, bits: 44 },
  });
  const refused = await hub.ask("POST", "/kinds/try", { kind: { ...kind, pattern: ".*" }, text });
  expect(refused.body["error"].message).toContain("{0,20} in place of *");
  expect(await hub.store.records.list("ownKind")).toEqual([]);
});

test("the last week is counted by the audit, values on trial apart", async () => {
  const { body } = await hub.ask("POST", "/kinds", kind);
  const found = { kind: "own.EMPLOYEE", count: 3, field: "messages[0].content" };
  const other = { kind: "cpf", count: 9, field: "messages[0].content" };
  const event = { kind: "dlp.alert", time: startOfTest, findings: [found, other] } as const;
  await hub.store.audit.append({ ...event, detail: { action: "mask" } });
  await hub.store.audit.append({ ...event, findings: [found], detail: { action: "trial" } });
  await hub.store.audit.append({ ...event, time: startOfTest - 8 * 86_400_000 });
  const week = await hub.ask("GET", `/kinds/${body.id}/week`);
  expect(week.body).toEqual({ acted: 3, on_trial: 3, requests: 2 });
});

test("a kind of the configuration file is listed and cannot be changed here", async () => {
  await hub.close();
  hub = await AdminServer.start({
    givenKinds: [kindRecord(kind, { id: "file:EMPLOYEE", createdAt: 0, now: 0 })],
  });
  const path = "/kinds/file:EMPLOYEE";
  expect((await hub.ask("GET", "/kinds")).body.data).toMatchObject([
    { ...kind, id: "file:EMPLOYEE", source: "file" },
  ]);
  expect((await hub.ask("GET", `${path}/week`)).status).toBe(200);
  const refused = [
    await hub.ask("PATCH", path, { action: "block" }),
    await hub.ask("DELETE", path),
    await hub.ask("PUT", `${path}/terms`, { list: "Aurora" }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
  const same = await hub.ask("POST", "/kinds", kind);
  expect([same.status, same.body.error.param]).toEqual([409, "placeholder"]);
});
