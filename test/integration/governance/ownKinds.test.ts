import { beforeEach, expect, test } from "vitest";

import { hashTerms } from "../../../src/dlp/own/terms.ts";
import { policyRoute } from "../../../src/hubServer/api/policyRoute.ts";
import type { Fields } from "../../../src/hubServer/formats/base/fields.ts";
import type { OwnKindRecord } from "../../../src/hubServer/store/records.ts";
import { forEachKind } from "../../../src/shared/guarded/sensitiveKinds.ts";
import { caller, GovernanceLab, noon } from "./governanceLab.ts";

let lab: GovernanceLab;

beforeEach(async () => {
  lab = new GovernanceLab();
  await lab.seed();
  await lab.putProfile({ dlp: forEachKind(() => "allow") });
});

const employee: OwnKindRecord = {
  id: "kind_1",
  name: "Employee number",
  createdAt: 1,
  rule: {
    placeholder: "EMPLOYEE",
    labels: { en: "Employee number", "pt-br": "Matrícula" },
    pattern: "EMP-\\d{5}",
  },
  action: "mask",
  profiles: {},
  isActive: true,
  changedAt: 1,
};

async function put(changes: Partial<OwnKindRecord>): Promise<void> {
  await lab.store.records.put("ownKind", { ...employee, ...changes });
  lab.governance.forget();
}

function saying(text: string): { readonly fields: Fields } {
  return { fields: { model: "gpt", messages: [{ role: "user", content: text }] } };
}

const asked = saying("the employee EMP-12345 of cafe");

test("a value of an own kind is masked, and only its kind is in header and audit", async () => {
  await put({});
  const { fields, headers } = await lab.admit(asked);
  expect(fields).toEqual(saying("the employee ******** of cafe").fields);
  expect(headers["x-hub-dlp"]).toBe("mask;types=own.EMPLOYEE");
  const [event] = await lab.audited("dlp.alert");
  expect(event).toMatchObject({
    findings: [{ kind: "own.EMPLOYEE", count: 1, field: "messages[0].content" }],
    detail: { action: "mask" },
  });
  expect(JSON.stringify(event)).not.toContain("12345");
});

test("a profile may have another action, and a kind that is switched off has none", async () => {
  await put({ profiles: { dev: "block" } });
  expect((await lab.refusal(asked)).toBody().error["dlp"]).toEqual([
    { type: "own.EMPLOYEE", count: 1, field: "messages[0].content" },
  ]);
  await put({ profiles: { dev: "allow" } });
  expect((await lab.admit(asked)).headers["x-hub-dlp"]).toBeUndefined();
  await put({ isActive: false });
  expect((await lab.admit(asked)).fields).toEqual(asked.fields);
});

test("on trial its values are counted and pass, until the day from which it acts", async () => {
  await put({ action: "block", actsFrom: noon + 60_000 });
  const { fields, headers } = await lab.admit(asked);
  expect([fields, headers["x-hub-dlp"]]).toEqual([asked.fields, undefined]);
  expect(await lab.audited("dlp.alert")).toMatchObject([
    { findings: [{ kind: "own.EMPLOYEE", count: 1 }], detail: { action: "trial" } },
  ]);
  lab.clock.advance(60_000);
  expect((await lab.refusal(asked)).status).toBe(400);
});

const key = "0123456789abcdef0123456789abcdef";
const noTurn = (): Promise<void> => Promise.resolve();

test("terms are found in a request, encoded ones and those cut over parts too", async () => {
  const { terms } = await hashTerms("Projeto Aurora\nBoitatá", key, noTurn);
  const { pattern: _, ...rule } = employee.rule;
  await put({ rule, terms });
  const parts = [
    { type: "text", text: "o proj" },
    { type: "text", text: "eto aurora" },
  ];
  const messages = [
    { role: "user", content: btoa("the plan of Boitata is secret, as you know") },
    { role: "user", content: parts },
  ];
  const { fields } = await lab.admit({ fields: { model: "gpt", messages } });
  expect(JSON.stringify(fields).toLowerCase()).not.toMatch(/boitata|aurora/u);
  expect(fields["messages"]).toEqual([
    { role: "user", content: btoa("the plan of ******** is secret, as you know") },
    {
      role: "user",
      content: [
        { type: "text", text: "o ********" },
        { type: "text", text: "********" },
      ],
    },
  ]);
});

test("clients get the patterns of kinds that act in their profile, and no terms", async () => {
  const { terms } = await hashTerms("Projeto Aurora", key, noTurn);
  await put({ terms });
  await put({ id: "kind_2", actsFrom: noon + 1 });
  await put({ id: "kind_3", profiles: { dev: "allow" } });
  const deps = { configuration: lab.governance.configuration, now: () => noon };
  const answer = await policyRoute(caller, deps);
  const body: unknown = JSON.parse(String(answer.body));
  expect(body).toMatchObject({ own_kinds: [employee.rule] });
  expect(String(answer.body)).not.toContain(terms.hashes);
});

test("a kind of the configuration file acts, and comes before a stored one with its placeholder", async () => {
  await put({ rule: { ...employee.rule, pattern: "XYZ-\\d{5}" }, action: "block" });
  const given: OwnKindRecord = { ...employee, id: "file:EMPLOYEE" };
  const governance = lab.another({ givenKinds: [given] });
  const configuration = await governance.configuration(caller);
  expect(configuration.ownRulesOf("dev", noon)).toMatchObject([
    { kind: employee.rule, action: "mask" },
  ]);
  await governance.close();
});

test("the audit names the sub-kind of a secret, never the secret", async () => {
  await lab.putProfile({ dlp: forEachKind(() => "mask") });
  const { headers } = await lab.admit(saying('the password = "x9K2m4Pq7"'));
  expect(headers["x-hub-dlp"]).toBe("mask;types=secret");
  const [event] = await lab.audited("dlp.alert");
  expect(event?.findings).toEqual([
    { kind: "secret", count: 1, field: "messages[0].content", secret: "password" },
  ]);
  expect(JSON.stringify(event)).not.toContain("x9K2m4Pq7");
});
