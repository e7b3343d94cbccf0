import { expect, test } from "vitest";

import { dataNotices } from "../../../../src/agentCli/run/terminal.ts";
import type { Failure } from "../../../../src/shared/failures/failure.ts";

test("each answer with masked data has its line, each reason for a model in house one", () => {
  const lines: string[] = [];
  const tell = dataNotices((line) => lines.push(line));
  const masked: Failure = { kind: "dlp_answer_masked", dlpFindings: [{ type: "cpf", count: 2 }] };
  const routed: Failure = { kind: "dlp_routed", hubCode: "llama" };
  const failures: readonly Failure[] = [masked, routed, masked, routed, { kind: "dlp_masked" }];
  for (const failure of failures) {
    tell({ kind: "notice", failure });
  }
  const ofMasked = "The hub masked sensitive data in this answer: 2 × CPF.";
  const ofRouted = "Answered by llama in house, like an earlier answer of this conversation.";
  expect(lines.map((line) => line.replaceAll(/\s/gu, " "))).toEqual([ofMasked, ofRouted, ofMasked]);
});
