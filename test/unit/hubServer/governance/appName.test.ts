import { expect, test } from "vitest";

import { AppNames, cleanAppName } from "../../../../src/hubServer/governance/appName.ts";

test.each([
  ["vscode", "vscode"],
  ["Claude-Code", "claude-code"],
  ["ｖｓｃｏｄｅ", "vscode"],
  ["integração contínua", "integracao-continua"],
  ["=cmd|'/c calc'!A1", "cmd-c-calc-a1"],
  ["a\u0000\u001b[31mb", "a-31mb"],
  ["../../etc", "..-..-etc"],
  ["", "unknown"],
  ["   ", "unknown"],
  ["日本", "other"],
  ["x".repeat(64), "x".repeat(64)],
  ["x".repeat(65), "other"],
  ["ﷺ".repeat(20), "other"],
  ["crm-529.982.247-25", "other"],
  ["５２９.９８２.２４７-２５", "other"],
  ["maria.silva@empresa.com.br", "other"],
])("%j is %s", (header, name) => {
  expect(cleanAppName(header)).toBe(name);
});

test("a token that makes up a name for every request has 32 of them", () => {
  const names = new AppNames();
  const seen = new Set<string>();
  for (let index = 0; index < 1_000; index += 1) {
    seen.add(names.nameOf("tok-1", `app-${index}`));
  }
  expect(seen.size).toBe(33);
  expect(names.nameOf("tok-1", "app-3")).toBe("app-3");
  expect(names.nameOf("tok-2", "app-999")).toBe("app-999");
});
