import { beforeEach, expect, test, vi } from "vitest";

import {
  keepOwnSettings,
  onDidChangeOwnSetting,
  ownSetting,
  setMachineRules,
  setOwnSetting,
} from "../../../../src/extension/editor/ownSettings.ts";

const editor = vi.hoisted(() => {
  const listeners = new Set<(event: object) => void>();
  const values: Record<string, unknown> = {};
  return {
    listeners,
    values,
    told: [] as string[],
    reads: 0,
    change(name: string, value: unknown): void {
      this.values[name] = value;
      const affectsConfiguration = (asked: string): boolean => `aiHub.${name}`.startsWith(asked);
      for (const listener of listeners) {
        listener({ affectsConfiguration });
      }
    },
  };
});

vi.mock("vscode", () => ({
  l10n: { t: (text: string) => text },
  window: {
    showInformationMessage: (text: string) => {
      editor.told.push(text);
    },
  },
  ConfigurationTarget: { Global: 1 },
  Disposable: class {
    readonly dispose: () => void;
    constructor(dispose: () => void) {
      this.dispose = dispose;
    }
  },
  workspace: {
    getConfiguration: () => ({
      update: (name: string, value: unknown) => {
        editor.change(name, value);
        return Promise.resolve();
      },
      inspect: (name: string) => {
        editor.reads += 1;
        return { globalValue: editor.values[name], workspaceValue: "of the workspace" };
      },
    }),
    onDidChangeConfiguration: (listener: (event: object) => void) => {
      editor.listeners.add(listener);
      return { dispose: () => editor.listeners.delete(listener) };
    },
  },
}));

beforeEach(() => {
  editor.listeners.clear();
  editor.values = { model: "first" };
  editor.reads = 0;
  editor.told = [];
  setMachineRules({ state: "absent" });
});

test("a setting is asked of the editor once, and again after a change", () => {
  const keeping = keepOwnSettings();
  expect([ownSetting("model"), ownSetting("model"), ownSetting("baseUrl")]).toEqual([
    "first",
    "first",
    undefined,
  ]);
  ownSetting("baseUrl");
  expect(editor.reads).toBe(2);
  editor.change("model", "second");
  expect(ownSetting("model")).toBe("second");
  keeping.dispose();
});

test("a listener that was there before reads the new value while it is told of the change", () => {
  const seen: unknown[] = [];
  const listening = onDidChangeOwnSetting("model", () => seen.push(ownSetting("model")));
  const keeping = keepOwnSettings();
  expect(ownSetting("model")).toBe("first");
  editor.change("model", "second");
  editor.change("baseUrl", "https://hub.example.com");
  expect(seen).toEqual(["second"]);
  keeping.dispose();
  listening.dispose();
});

test("nothing is kept once nobody watches for changes", () => {
  keepOwnSettings().dispose();
  expect(ownSetting("model")).toBe("first");
  editor.change("model", "second");
  expect(ownSetting("model")).toBe("second");
});

test("a value of the organisation holds, and a person who changes it is told", async () => {
  const settings = { "aiHub.model": "house" };
  const policy = { version: 1, settings, defaults: { "aiHub.baseUrl": "https://hub.example.com" } };
  setMachineRules({
    state: "holds",
    path: "/etc/ai-hub/policy.json",
    policy: { ...policy, version: 1 },
  });
  expect([ownSetting("model"), ownSetting("baseUrl")]).toEqual([
    "house",
    "https://hub.example.com",
  ]);
  await setOwnSetting("model", "mine");
  expect(editor.values).toEqual({ model: "first" });
  expect(editor.told).toEqual(["Your organisation has set this. You cannot change it here."]);
  await setOwnSetting("baseUrl", "https://other.example.com");
  expect([ownSetting("model"), ownSetting("baseUrl")]).toEqual([
    "house",
    "https://other.example.com",
  ]);
});
