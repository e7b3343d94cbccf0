import { describe, expect, test } from "vitest";

import { createFormat } from "../../../src/console/app/format.ts";
import { ApiFailure } from "../../../src/console/data/apiFailure.ts";
import type { Field } from "../../../src/console/forms/fields.ts";
import { FormState } from "../../../src/console/forms/formState.ts";
import { type Body, changesOf } from "../../../src/console/forms/values.ts";
import { en } from "../../../src/console/words/en.ts";

const format = createFormat({ locale: "pt-BR", timeZone: "America/Sao_Paulo", currency: "BRL" });

const fields: readonly Field[] = [
  { name: "name", label: "", kind: "text", isRequired: true, maxLength: 5 },
  { name: "password", label: "", kind: "password", isOmitted: true, minLength: 10 },
  { name: "limits.rate", label: "", kind: "count" },
  { name: "limits.money", label: "", kind: "decimal" },
  { name: "models", label: "", kind: "lines" },
  { name: "forced", label: "", kind: "json" },
  { name: "warn", label: "", kind: "percents" },
  { name: "end", label: "", kind: "day" },
  { name: "on", label: "", kind: "check" },
];

interface Sent {
  readonly form: FormState;
  readonly bodies: Body[];
}

function formOf(record: unknown, failure?: ApiFailure): Sent {
  const bodies: Body[] = [];
  const form = new FormState({
    fields: () => fields,
    record,
    context: () => ({ words: en, format }),
    send: (body) => {
      bodies.push(body);
      return failure ? Promise.reject(failure) : Promise.resolve();
    },
  });
  return { form, bodies };
}

const record = {
  name: "Ana",
  limits: { rate: 60, money: "1234.50" },
  models: ["a", "b*"],
  forced: {},
  warn: [80, 95],
  end: "2026-12-01T02:59:59.000Z",
  on: true,
};

test("a record comes back as it was when nothing is changed", async () => {
  const { form, bodies } = formOf(record);
  expect(form.values["limits.money"]).toBe("1234,5");
  expect(form.isChanged).toBe(false);
  expect(await form.submit()).toBe(true);
  expect(bodies).toEqual([{ ...record, limits: { rate: 60, money: "1234.5" } }]);
});

test("what is empty is sent as nothing, and a secret not at all", async () => {
  const { form, bodies } = formOf({ name: "Bo" });
  await form.submit();
  expect(bodies).toEqual([
    {
      name: "Bo",
      limits: { rate: null, money: null },
      models: [],
      forced: {},
      warn: [],
      end: null,
      on: false,
    },
  ]);
});

describe("what is wrong", () => {
  test.each([
    ["name", "", en.fieldRequired],
    ["name", "Abelard", en.fieldTooLong(5)],
    ["password", "short", en.fieldTooShort(10)],
    ["limits.rate", "1,5", en.fieldNoCount],
    ["limits.money", "1,2345678", en.fieldNoAmount],
    ["forced", "[1]", en.fieldNoJson],
    ["forced", "{", en.fieldNoJson],
    ["warn", "0, 50", en.fieldNoPercents],
    ["end", "31/12/2026", en.fieldNoDay],
    ["models", "x".repeat(201), en.fieldTooLong(200)],
  ])("in %s as %j is said, and nothing is sent", async (name, value, problem) => {
    const { form, bodies } = formOf(record);
    form.set(name, value);
    expect(form.problem(name)).toBe(problem);
    expect(await form.submit()).toBe(false);
    expect(bodies).toEqual([]);
  });

  test("is not said of a field before it was edited or sending was tried", async () => {
    const { form } = formOf({});
    expect(form.problem("name")).toBeUndefined();
    await form.submit();
    expect(form.problem("name")).toBe(en.fieldRequired);
  });
});

describe("what the hub objects to", () => {
  test.each([
    ["limits.rate", "limits.rate"],
    ["models.0", "models"],
    ["models[0]", "models"],
    ["limits", "limits.rate"],
  ])("at %s stands at the field %s until it is edited", async (param, name) => {
    const { form } = formOf(
      record,
      new ApiFailure({ kind: "rejected", status: 400, text: "No.", param }),
    );
    expect(await form.submit()).toBe(false);
    expect(form.problem(name)).toBe("No.");
    expect(form.failure).toBeUndefined();
    form.set(name, "1");
    expect(form.problem(name)).toBeUndefined();
  });

  test("at no field stands beneath the form", async () => {
    const failure = new ApiFailure({ kind: "rejected", status: 409, text: "In use.", param: "x" });
    const { form } = formOf(record, failure);
    await form.submit();
    expect(form.failure).toBe(failure);
  });
});

test("a change is what differs at the top, with the whole of what is beneath", () => {
  const before = { name: "a", policy: { x: 1, y: 2 }, list: [1] };
  expect(changesOf({ ...before, policy: { x: 1, y: 3 } }, before)).toEqual({
    policy: { x: 1, y: 3 },
  });
  expect(changesOf({ ...before }, before)).toEqual({});
});
