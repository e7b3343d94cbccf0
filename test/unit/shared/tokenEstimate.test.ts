import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { estimateTokens } from "../../../src/shared/text/tokenEstimate.ts";

/** Counted with the o200k vocabulary. */
const counted = {
  english:
    "The conversation goes on where it stopped: the draft, its attachments and the unfinished answer come back when the editor is opened again. Nothing has to be done for it. ",
  portuguese:
    "A conversa continua de onde parou: o rascunho, os anexos e a resposta que não terminou voltam quando o editor é aberto de novo. Isso vale também para duas janelas na mesma conversa, e não é preciso fazer nada. ",
  chinese:
    "对话从停止的地方继续：草稿、附件和未完成的回答会在再次打开编辑器时恢复。不需要做任何事情。",
};
const tokens = { english: 34, portuguese: 51, chinese: 31 };

describe("against a real vocabulary", () => {
  test.each(["english", "portuguese", "chinese"] as const)("%s is within 40 %%", (name) => {
    const ratio = estimateTokens(counted[name].repeat(20)) / (tokens[name] * 20);
    expect(ratio).toBeGreaterThan(0.75);
    expect(ratio).toBeLessThan(1.4);
  });

  test("code is within 15 %", () => {
    const code = readFileSync(new URL("code.txt", import.meta.url), "utf8");
    expect(Math.abs(estimateTokens(code) / 272 - 1)).toBeLessThan(0.15);
  });
});

test("nothing costs nothing, and anything at least one", () => {
  expect(estimateTokens("")).toBe(0);
  expect(estimateTokens(" ")).toBe(1);
});

test("a very long text is measured in samples, and comes out as its parts do", () => {
  const line = "export const answer = computeAnswer(question, { isStrict: true });\n";
  const one = estimateTokens(line.repeat(1_000)) / 1_000;
  const many = estimateTokens(line.repeat(100_000)) / 100_000;
  expect(Math.abs(many / one - 1)).toBeLessThan(0.01);
});
