import * as fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";

import { compileOwnKinds } from "../../../../src/dlp/compileOwnKinds.ts";
import { findersInUse } from "../../../../src/dlp/findersInUse.ts";
import { scanNamed } from "../../../../src/dlp/scanNamed.ts";
import { inspectRequest } from "../../../../src/dlp/scanRequest.ts";
import { type OwnKind, ownKindSchema } from "../../../../src/shared/guarded/ownKinds.ts";
import { setOwnKinds } from "../../../../src/shared/guarded/ownKindsInUse.ts";
import { forEachKind } from "../../../../src/shared/guarded/sensitiveKinds.ts";
import { asking, protectionIn } from "./streams.ts";

const labels = { en: "Employee number", "pt-br": "Matrícula" };
const kinds: readonly OwnKind[] = [
  { placeholder: "EMPLOYEE", labels, pattern: "EMP-\\d{5}" },
  { placeholder: "BADGE", labels, pattern: "\\d{4}", near: ["crachá"], excuse: ["exemplo"] },
];

function inUse(given: readonly unknown[] = []): void {
  setOwnKinds(given);
  compileOwnKinds();
}

beforeEach(() => inUse(kinds));
afterEach(() => inUse());

test("values of own kinds and keys leave masked, and come back in edits", async () => {
  const { protection } = protectionIn("mask");
  const key = "ghp_aZ3kQ9mN7xR2vT5wY8bD4fG6hJ1cL0pS2uE4";
  const line = `const owner = "EMP-12345", token = "${key}";`;
  const { request, placeholders } = await protection.apply(asking(line));
  const sent = JSON.stringify(request.messages.at(-1)?.content);
  expect(sent).toBe(JSON.stringify('const owner = "[EMPLOYEE_1]", token = "[SECRET_1]";'));
  expect(placeholders.restore(sent)).toBe(JSON.stringify(line));
  const link = "[x](https://a.test/?t=[SECRET_1]&e=[EMPLOYEE_1])";
  expect(placeholders.restore(link)).toBe(link);
});

test("a change of the hub's kinds holds for a text that was searched before", async () => {
  const { protection } = protectionIn("mask");
  inUse();
  expect((await protection.apply(asking("EMP-12345"))).request.messages).toHaveLength(1);
  inUse(kinds);
  expect((await protection.apply(asking("EMP-12345"))).request.messages.at(-1)?.content).toBe(
    "[EMPLOYEE_1]",
  );
});

test("a kind that this version cannot read or that is silly is left out", () => {
  const silly = [{ ...kinds[0], pattern: "\\w{1,20}" }, { ...kinds[0], pattern: "(a" }, 7];
  inUse([...silly, { ...kinds[0], check: { by: "new" } }, kinds[1]]);
  expect(findersInUse()).toHaveLength(1);
  expect(ownKindSchema.safeParse({ ...kinds[0], placeholder: "CPF" }).success).toBe(false);
});

test("the editor and the hub find the same values of own kinds", () => {
  const words = fc.constantFrom(
    ..."EMP-12345 emp-54321 EMP-1234 crachá cracha: 1234 4321 exemplo \n , {} cpf x EMP-99999;".split(
      " ",
    ),
  );
  const rules = {
    ...forEachKind(() => "allow" as const),
    own: kinds.map((kind) => ({ kind, action: "alert" as const, version: kind.placeholder })),
  };
  fc.assert(
    fc.property(fc.array(words, { maxLength: 60 }), (parts) => {
      const text = parts.join(" ");
      const editor = scanNamed(text, "content", findersInUse()).filter(({ kind }) =>
        kind.startsWith("own."),
      );
      const hub = inspectRequest({ content: text }, rules).findings;
      expect(hub.reduce((sum, { count }) => sum + count, 0)).toBe(editor.length);
    }),
  );
});
