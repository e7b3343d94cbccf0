import { beforeEach, expect, test, vi } from "vitest";

import { TokenStore } from "../../../../src/hub/tokens/tokenStore.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

const editor = vi.hoisted(() => ({
  values: {} as Record<string, unknown>,
  warnings: [] as string[],
}));

vi.mock("vscode", () => ({
  ConfigurationTarget: { Global: 1 },
  l10n: { t: (text: string) => text },
  window: { showWarningMessage: (text: string) => void editor.warnings.push(text) },
  workspace: {
    onDidChangeConfiguration: () => ({ dispose: () => undefined }),
    getConfiguration: (section?: string) => ({
      inspect: (name: string) => ({
        globalValue: section === undefined ? editor.values : editor.values[name],
      }),
      update: (name: string, value: unknown) => {
        editor.values[name] = value;
        return Promise.resolve();
      },
    }),
  },
}));

const { SettingsGuard } = await import("../../../../src/extension/connection/settingsGuard.ts");

const token = "sk_hub_abcdefgh12345678";

async function check(isLocked: boolean): Promise<ReadonlyMap<string, string>> {
  const values = new Map<string, string>();
  const store = new TokenStore(
    {
      get: (key) => Promise.resolve(values.get(key)),
      store: (key, value) =>
        isLocked
          ? Promise.reject(new Error("locked"))
          : Promise.resolve(void values.set(key, value)),
      delete: () => Promise.resolve(),
      onDidChange: () => ({ dispose: () => undefined }),
    },
    new FakeClock(),
  );
  new SettingsGuard(store).watch();
  await expect.poll(() => editor.warnings).not.toEqual([]);
  return values;
}

beforeEach(() => {
  editor.warnings.length = 0;
  editor.values = { baseUrl: "https://hub.example.com", token };
});

test("a token in the settings is moved to the secret store", async () => {
  expect([...(await check(false)).values()]).toEqual([token]);
  expect(editor.values["token"]).toBeUndefined();
});

test("a token that the secret store does not keep stays where it is, and the person is told", async () => {
  expect((await check(true)).size).toBe(0);
  expect(editor.values["token"]).toBe(token);
  expect(editor.warnings).toEqual([expect.stringContaining("does not answer")]);
});
