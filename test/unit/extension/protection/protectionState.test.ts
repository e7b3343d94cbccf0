import { expect, test, vi } from "vitest";

import type { ChatRequest } from "../../../../src/hub/wire/chatTypes.ts";

vi.mock("vscode", () => ({
  workspace: { getConfiguration: () => ({ inspect: () => ({ globalValue: "warn" }) }) },
}));

const { createProtectionState } =
  await import("../../../../src/extension/protection/protectionState.ts");

const cpf = "529.982.247-25";
const request: ChatRequest = { model: "m", messages: [{ role: "user", content: `CPF ${cpf}` }] };

/** The editor's memory, as JSON like on the disk. */
function memory() {
  const kept = new Map<string, string>();
  return {
    keys: () => [...kept.keys()],
    get: (key: string) => {
      const value = kept.get(key);
      // oxlint-disable-next-line typescript/no-unsafe-return -- the reader parses it
      return value === undefined ? undefined : JSON.parse(value);
    },
    update: (key: string, value: unknown) => {
      kept.set(key, JSON.stringify(value));
      return Promise.resolve();
    },
  };
}

test("a value masked in one conversation stays masked there after decisions in very many others", async () => {
  const stored = memory();
  const { decisions } = createProtectionState(stored);
  const [id = ""] = (await decisions.idsOf([cpf])).values();
  decisions.decide("old", [id], "mask");
  decisions.decide("allowed", [id], "allow");
  for (let at = 0; at < 400; at += 1) {
    decisions.decide(`c${at}`, [id], "allow");
  }
  const { protection } = createProtectionState(stored);
  const old = await protection.apply(request, { conversationId: "old" });
  expect(old.request.messages.at(-1)?.content).toBe("CPF [CPF_1]");
  // A forgotten permission is asked about again.
  const allowed = await protection.apply(request, { conversationId: "allowed" });
  expect(allowed.refusal?.kind).toBe("dlp_local");
});

test("the decisions of all conversations are parsed once, and again when one has changed", () => {
  let parsed = 0;
  const before = {
    get a(): string {
      parsed += 1;
      return "allow";
    },
  };
  let value: unknown = [["c1", before]];
  const { decisions } = createProtectionState({
    keys: () => [],
    get: () => value as never,
    update: (_key, changed) => {
      value = changed;
      return Promise.resolve();
    },
  });
  const entries = (id: string) => [...decisions.of(id)];
  expect([entries("c1"), entries("c2"), parsed]).toEqual([[["a", "allow"]], [], 1]);
  decisions.decide("c2", ["b"], "mask");
  expect([entries("c1"), entries("c2")]).toEqual([[["a", "allow"]], [["b", "mask"]]]);
  // Another window's decision.
  value = [["c1", { a: "remove" }]];
  expect([entries("c1"), entries("c2")]).toEqual([[["a", "remove"]], []]);
});
