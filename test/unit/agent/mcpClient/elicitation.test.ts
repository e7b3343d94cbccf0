import { expect, test } from "vitest";

import {
  elicitedAnswer,
  elicitedValue,
  parseElicitation,
} from "../../../../src/agent/mcpClient/elicitation.ts";

function asks(properties: object, message = "Which one?"): unknown {
  return { message, requestedSchema: { type: "object", properties, required: ["branch"] } };
}

test("a question has its fields", () => {
  const question = parseElicitation(
    "git",
    asks({
      branch: { type: "string", title: "Branch" },
      kind: { type: "string", enum: ["a", "b"] },
      count: { type: "integer" },
      force: { type: "boolean" },
    }),
  );
  expect(question?.fields.map(({ label, kind, isRequired }) => [label, kind, isRequired])).toEqual([
    ["Branch", "text", true],
    ["kind", "choice", false],
    ["count", "integer", false],
    ["force", "flag", false],
  ]);
});

test.each(["password", "apiKey", "api_key", "GITHUB_TOKEN", "senha", "clientSecret", "user_pin"])(
  "a question for %s is refused",
  (name) => {
    expect(parseElicitation("git", asks({ [name]: { type: "string" } }))).toBeUndefined();
    expect(
      parseElicitation("git", asks({ value: { type: "string", description: `Your ${name}` } })),
    ).toBeUndefined();
    expect(
      parseElicitation("git", asks({ value: { type: "string" } }, `Please enter your ${name}`)),
    ).toBeUndefined();
  },
);

test.each(["author", "passenger", "keyboard", "spinner", "compass direction"])(
  "%s is no secret",
  (name) => {
    expect(parseElicitation("git", asks({ [name]: { type: "string" } }))).toBeDefined();
  },
);

test("values are of their kind or none", () => {
  const field = { name: "a", label: "a", options: ["x"], isRequired: true };
  expect(elicitedValue({ ...field, kind: "integer" }, "3")).toBe(3);
  expect(elicitedValue({ ...field, kind: "integer" }, "3.5")).toBeUndefined();
  expect(elicitedValue({ ...field, kind: "choice" }, "y")).toBeUndefined();
  expect(elicitedValue({ ...field, kind: "flag" }, "true")).toBe(true);
  expect(elicitedValue({ ...field, kind: "number" }, "")).toBeUndefined();
});

test("what a server proposes is shown, and sent where the person leaves the field empty", () => {
  const properties = {
    name: { type: "string", default: "Ana" },
    age: { type: "integer", default: "old" },
    kind: { type: "string", enum: ["a", "b"], default: "b" },
  };
  const requestedSchema = { type: "object", properties, required: ["name", "age"] };
  const question = parseElicitation("test", { message: "Who?", requestedSchema });
  expect(question?.fields.map(({ label, isRequired }) => [label, isRequired])).toEqual([
    ["name [Ana]", false],
    ["age", true],
    ["kind [b]", false],
  ]);
  expect(question && elicitedAnswer(question, { age: 3, kind: "a" })).toEqual({
    name: "Ana",
    age: 3,
    kind: "a",
  });
});
