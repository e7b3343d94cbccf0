import { beforeEach, expect, test, vi } from "vitest";

import type { CompletionDeps } from "../../../../src/extension/completion/completionAccess.ts";
import { turnOnCompletion } from "../../../../src/extension/completion/turnOn.ts";

interface Facts {
  /** Extensions that run. */
  readonly active?: readonly string[];
  readonly accounts?: readonly string[];
  readonly enabled?: Readonly<Record<string, boolean>>;
}

const editor = vi.hoisted(() => {
  const facts: { now: Facts } = { now: {} };
  const written = new Map<string, unknown>();
  return { facts, written, asked: [] as string[], told: [] as string[], answer: "" };
});

vi.mock("vscode", () => ({
  l10n: { t: (text: string) => text },
  env: { language: "en" },
  ConfigurationTarget: { Global: 1 },
  QuickPickItemKind: { Separator: -1 },
  extensions: {
    getExtension: (id: string) => ({ isActive: editor.facts.now.active?.includes(id) ?? false }),
  },
  authentication: {
    getAccounts: () => {
      const { accounts } = editor.facts.now;
      return accounts ? Promise.resolve(accounts) : Promise.reject(new Error("no such provider"));
    },
  },
  commands: { executeCommand: () => Promise.resolve() },
  window: {
    showQuickPick: (items: readonly { readonly id?: string }[]) =>
      Promise.resolve(items.find(({ id }) => id !== undefined)),
    showInformationMessage: (text: string, ...more: readonly [unknown, ...string[]]) => {
      const [first, ours] = more;
      if (typeof first === "string") {
        editor.told.push(text);
        return Promise.resolve(editor.answer === first ? first : undefined);
      }
      editor.asked.push(text);
      return Promise.resolve(ours);
    },
  },
  workspace: {
    getConfiguration: () => ({
      get: () => editor.facts.now.enabled,
      inspect: () => undefined,
      update: (name: string, value: unknown) => {
        editor.written.set(name, value);
        return Promise.resolve();
      },
    }),
  },
}));

let memory = new Map<string, unknown>();

async function turnOn(facts: Facts): Promise<number> {
  editor.facts.now = facts;
  editor.asked.length = 0;
  const model = { id: "coder", name: "Coder", capabilities: {}, completions: "fim" };
  // Only what turning on touches.
  const deps = {
    models: { list: () => Promise.resolve({ models: [model] }) },
    memory: {
      get: (key: string) => memory.get(key),
      update: (key: string, value: unknown) => Promise.resolve(memory.set(key, value)),
    },
  } as unknown as CompletionDeps;
  await turnOnCompletion(deps, pause);
  expect(editor.written.get("completion.model")).toBe("coder");
  return editor.asked.length;
}

const pause = vi.fn(() => Promise.resolve());

beforeEach(() => {
  pause.mockClear();
  editor.told.length = 0;
  editor.answer = "";
  memory = new Map();
  editor.written.clear();
});

test("where Copilot completes, the person is asked once which shall stay", async () => {
  expect(await turnOn({ active: ["GitHub.copilot"] })).toBe(1);
  expect(await turnOn({ active: ["GitHub.copilot"] })).toBe(0);
});

test("the Copilot that the editor brings along counts where somebody is signed in", async () => {
  const active = ["GitHub.copilot-chat"];
  expect(await turnOn({ active })).toBe(0);
  expect(await turnOn({ active, accounts: [] })).toBe(0);
  expect(await turnOn({ active, accounts: ["ana"], enabled: { "*": true } })).toBe(1);
});

test("nothing is asked without Copilot, or where it is off", async () => {
  expect(await turnOn({ accounts: ["ana"] })).toBe(0);
  expect(await turnOn({ active: ["GitHub.copilot"], enabled: { "*": false } })).toBe(0);
});

test("a message says that completion is on, and pauses it if the person wants that", async () => {
  await turnOn({});
  expect(editor.told).toEqual([expect.stringContaining("Completion is on, with {0}.")]);
  expect(pause).not.toHaveBeenCalled();
  editor.answer = "Pause";
  await turnOn({});
  await expect.poll(() => pause).toHaveBeenCalledOnce();
});
