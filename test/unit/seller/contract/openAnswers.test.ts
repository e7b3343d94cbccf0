import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { complaintOf } from "../../../../src/seller/client/portalFailure.ts";
import type { SellerError } from "../../../../src/seller/client/sellerError.ts";

const root = join(import.meta.dirname, "../../../..");

/** Bodies of answers to writes with status 200, in the style of marketplaces, shops and ERPs. */
function bodies(file: string): readonly (readonly [unknown])[] {
  const text = readFileSync(join(root, "test/fixtures/writeAnswers", file), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line): [unknown] => [JSON.parse(line)]);
}

function judged(body: unknown): SellerError | undefined {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const answer = { status: 200, headers: new Headers(), text, bytes: text.length };
  return complaintOf(answer, new Set(), []);
}

test.each(bodies("refused.jsonl"))("is not taken for done: %j", (body) => {
  expect(judged(body)?.kind).toBe("complaint");
});

test.each(bodies("done.jsonl"))("is done: %j", (body) => {
  expect(judged(body)).toBeUndefined();
});

test.each(bodies("doubtful.jsonl"))("was done, which only a reading can show: %j", (body) => {
  expect(judged(body)?.kind).toBe("complaint");
});

test("a sentence that nobody understands is quoted, and said to be no plain yes", () => {
  expect(judged({ mensagem: "Fornecedor suspenso" })?.details).toMatchObject({
    isOpen: true,
    detail: "Fornecedor suspenso",
  });
  expect(judged({ mensagem: "Preço inválido" })?.details.isOpen).toBe(false);
});

test.each([
  "[".repeat(50_000) + "]".repeat(50_000),
  '{"a":'.repeat(50_000) + "null" + "}".repeat(50_000),
  JSON.stringify({ mensagem: "a ".repeat(100_000) }),
  JSON.stringify({ ["fail".repeat(50_000)]: 1, ["x".repeat(100_000) + "erro"]: null }),
])("a hostile answer is judged in a moment: %.20s…", (text) => {
  const answer = { status: 200, headers: new Headers(), text, bytes: text.length };
  expect(() => complaintOf(answer, new Set(), [])).not.toThrow();
});
