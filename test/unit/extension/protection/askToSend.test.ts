import { afterEach, expect, test, vi } from "vitest";

import type { Failure } from "../../../../src/shared/failures/failure.ts";
import {
  hubProtectionSchema,
  setHubProtection,
} from "../../../../src/shared/guarded/dataProtection.ts";

const showWarningMessage = vi.hoisted(() =>
  vi.fn<(...shown: readonly unknown[]) => Promise<string | undefined>>(),
);

vi.mock("vscode", () => ({
  l10n: {
    t: (text: string, ...values: readonly string[]) =>
      text.replaceAll(/\{(\d)\}/gu, (_, at: string) => values[Number(at)] ?? ""),
  },
  env: { language: "en" },
  window: { showWarningMessage },
}));

const { askToSend } = await import("../../../../src/extension/protection/askToSend.ts");

afterEach(() => setHubProtection(undefined));

const refusal: Failure = { kind: "dlp_local", dlpFindings: [{ type: "cpf", count: 1 }] };

async function shown(protection?: object): Promise<readonly unknown[]> {
  setHubProtection(protection && hubProtectionSchema.parse(protection));
  showWarningMessage.mockReset().mockResolvedValue(undefined);
  const { signal } = new AbortController();
  expect(await askToSend(refusal, signal)).toBe("cancel");
  return showWarningMessage.mock.lastCall?.slice(1) ?? [];
}

test("a request outside a chat says where the hub sends it, and offers a mask only where one is left", async () => {
  const route = { actions: { cpf: "route" }, may_mask: true, in_house: "llama" };
  const detail = "As it is, it goes to llama, a model in house.";
  const both = ["Mask and send", "Send anyway"];
  expect(await shown()).toEqual([{ modal: true }, ...both]);
  expect(await shown({ ...route, actions: { cpf: "mask" } })).toEqual([{ modal: true }, ...both]);
  expect(await shown(route)).toEqual([{ modal: true, detail }, ...both]);
  expect(await shown({ ...route, may_mask: false })).toEqual([
    { modal: true, detail },
    "Send anyway",
  ]);
  expect(await shown({ ...route, in_house: null })).toEqual([
    { modal: true, detail: "The hub blocks it, because it has no model in house for you." },
    ...both,
  ]);
});
