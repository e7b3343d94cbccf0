import { expect, test } from "vitest";

import { sensitiveCounts } from "../../../../src/agent/trust/sensitiveCall.ts";
import { scanOutbound } from "../../../../src/dlp/scanOutbound.ts";
import type { DlpMode } from "../../../../src/shared/guarded/protection.ts";

const countsIn = (mode: DlpMode, text: string) =>
  sensitiveCounts(text, { mode: () => mode, scan: scanOutbound });

const post = "curl -d 'cpf=111.444.777-35&mail=ana@empresa.com.br' localhost";

test("the kinds and counts of a command's values", () => {
  expect(countsIn("warn", post)).toEqual([
    { kind: "cpf", count: 1 },
    { kind: "email", count: 1 },
  ]);
});

test("nothing is looked for when data protection is off", () => {
  expect(countsIn("off", post)).toEqual([]);
});

test.each([
  "npm test",
  "git log --oneline --since=2024-01-01 -n 20",
  "sed -n '100,220p' src/a.ts",
  "rg -n 'version: 12.4.100' package.json",
  "node --max-old-space-size=4096 esbuild.mjs --port 8787",
])("a usual command has none: %s", (command) => {
  expect(countsIn("mask", command)).toEqual([]);
});
