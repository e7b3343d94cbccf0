import { beforeEach, expect, test, vi } from "vitest";

import { modeFor } from "../../../../src/extension/completion/askHub.ts";
import {
  CompletionAccess,
  type CompletionDeps,
} from "../../../../src/extension/completion/completionAccess.ts";
import { whyText } from "../../../../src/extension/completion/completionWords.ts";
import { completionModule } from "../../../../src/extension/completion/createCompletion.ts";
import { systemClock } from "../../../../src/shared/base/clock.ts";
import { aborted } from "../../../../src/shared/base/waiting.ts";

interface Listening {
  readonly what: string;
  readonly count: number;
}

/** An editor that counts what listens to it. */
const editor = vi.hoisted(() => {
  const live = new Map<string, number>();
  const add = (what: string): { dispose: () => void } => {
    live.set(what, (live.get(what) ?? 0) + 1);
    return { dispose: () => void live.set(what, (live.get(what) ?? 0) - 1) };
  };
  const on = (what: string) => () => add(what);
  const values: { enabled: Readonly<Record<string, boolean>> } = { enabled: {} };
  /** As in the editor, what has a name of its own is registered once, and must be gone before it comes again. */
  const addOnce = (what: string): { dispose: () => void } => {
    if ((live.get(what) ?? 0) > 0) {
      throw new Error(`There is a ${what} already`);
    }
    return add(what);
  };
  /** Each status item's texts, those that were set too late included. */
  const texts: string[][] = [];
  const status = (): object => {
    const own: string[] = [];
    texts.push(own);
    return Object.defineProperty(addOnce("status"), "text", {
      set: (text: string) => {
        own.push(text);
      },
    });
  };
  const registered: number[] = [];
  return { live, add, addOnce, values, registered, on, status, texts };
});

vi.mock("vscode", () => {
  const { add, addOnce, on, registered, status, values } = editor;
  return {
    l10n: { t: (text: string) => text },
    env: { language: "en" },
    LanguageStatusSeverity: { Information: 0 },
    DecorationRangeBehavior: { ClosedClosed: 1 },
    ThemeColor: vi.fn(),
    InlineCompletionTriggerKind: { Invoke: 0, Automatic: 1 },
    languages: {
      createLanguageStatusItem: () => status(),
      registerInlineCompletionItemProvider: (...args: readonly unknown[]) => {
        registered.push(args.length);
        return add("provider");
      },
    },
    commands: { registerCommand: () => addOnce("command") },
    ConfigurationTarget: { Global: 1 },
    window: {
      onDidChangeActiveTextEditor: on("activeEditor"),
      createTextEditorDecorationType: () => add("decoration"),
      visibleTextEditors: [],
    },
    workspace: {
      onDidChangeTextDocument: on("change"),
      onDidSaveTextDocument: on("save"),
      onDidCloseTextDocument: on("close"),
      onDidChangeConfiguration: on("configuration"),
      getConfiguration: () => ({
        update: (_: string, value: Readonly<Record<string, boolean>>) => {
          values.enabled = value;
          return Promise.resolve();
        },
        inspect: (name: string) => ({
          globalValue: name === "completion.enabled" ? values.enabled : undefined,
        }),
      }),
    },
  };
});

let loads = 0;

// Only what turning on and off touches.
const deps = {
  connection: {
    onDidChangeHub: editor.on("connection"),
    onDidHear: editor.on("heard"),
    policy: () => Promise.resolve({}),
  },
  onDidHearRequests: editor.on("headers"),
  models: { listed: () => undefined, list: () => Promise.resolve({ models: [] }) },
  memory: { get: () => undefined, update: () => Promise.resolve() },
  clock: systemClock,
} as unknown as CompletionDeps;

function access(): CompletionAccess {
  return new CompletionAccess(deps, {
    load: () => {
      loads += 1;
      return Promise.resolve(completionModule);
    },
    forget: () => {
      loads -= 1;
    },
  });
}

function listening(): readonly Listening[] {
  return [...editor.live].flatMap(([what, count]) => (count === 0 ? [] : [{ what, count }]));
}

beforeEach(() => {
  editor.live.clear();
  loads = 0;
});

test("off, no module is loaded and nothing listens", async () => {
  editor.values.enabled = { "*": false };
  await access().follow();
  expect([loads, listening()]).toEqual([0, []]);
});

test("turned off, no listener, provider, command or status item is left", async () => {
  const completion = access();
  editor.values.enabled = { "*": false, go: true };
  await completion.follow();
  expect(listening().length).toBeGreaterThan(6);
  expect(loads).toBe(1);
  editor.values.enabled = { "*": false, go: false };
  await completion.follow();
  expect([loads, listening()]).toEqual([0, []]);
});

test("a second change of the settings starts nothing twice", async () => {
  const completion = access();
  editor.values.enabled = { "*": true };
  await Promise.all([completion.follow(), completion.follow()]);
  expect(loads).toBe(1);
  expect(listening().find(({ what }) => what === "provider")?.count).toBe(1);
  completion.dispose();
});

test("turned off and on again while it is loaded, it is registered once and goes whole", async () => {
  const completion = access();
  const follow = (isOn: boolean): Promise<void> => {
    editor.values.enabled = { "*": isOn };
    return completion.follow();
  };
  await follow(true);
  const once = listening();
  await follow(false);
  await Promise.all([follow(true), follow(false), follow(true), follow(false), follow(true)]);
  expect(listening()).toEqual(once);
  expect(listening().length).toBeGreaterThan(6);
  await follow(false);
  expect(listening()).toEqual([]);
});

test("what could not be loaded is loaded the next time", async () => {
  let isThere = false;
  const completion = new CompletionAccess(deps, {
    load: () =>
      isThere ? Promise.resolve(completionModule) : Promise.reject(new Error("no such file")),
  });
  editor.values.enabled = { "*": true };
  await expect(completion.follow()).rejects.toThrow("no such file");
  isThere = true;
  await completion.follow();
  expect(listening().length).toBeGreaterThan(6);
  editor.values.enabled = { "*": false };
  await completion.follow();
  expect(listening()).toEqual([]);
});

test("what ends late after it was turned off writes no status any more", async () => {
  editor.texts.length = 0;
  const listing = new AbortController();
  const models = {
    listed: () => undefined,
    list: async () => {
      await aborted(listing.signal);
      return { models: [] };
    },
  };
  const late = { ...deps, models } as unknown as CompletionDeps;
  const completion = new CompletionAccess(late, {
    load: () => Promise.resolve(completionModule),
  });
  editor.values.enabled = { "*": true };
  await completion.follow();
  const [texts = []] = editor.texts;
  const before = texts.length;
  editor.values.enabled = { "*": false };
  await completion.follow();
  listing.abort();
  await models.list();
  expect([before > 0, texts.length]).toEqual([true, before]);
});

test("the provider is registered with two arguments: with a third the editor throws", async () => {
  editor.registered.length = 0;
  editor.values.enabled = { "*": true };
  const completion = access();
  await completion.follow();
  expect(editor.registered).toEqual([2]);
  completion.dispose();
});

test("a language that was left out stays left out when all is turned off", async () => {
  editor.values.enabled = { "*": true, sql: false, go: true };
  const completion = access();
  await completion.follow();
  await completion.commands.turnOffCompletion();
  expect(editor.values.enabled).toEqual({ "*": false, sql: false });
  expect(listening()).toEqual([]);
});

test("placeholders replace silence, never what the person blocks", () => {
  expect(modeFor("warn", true)).toBe("mask");
  expect(modeFor("block", true)).toBe("block");
  expect(modeFor("warn", false)).toBe("warn");
});

test("a limit is named until it ends, a failing hub likewise", () => {
  expect(whyText("rate", 1)).toBe("limit: {0} s");
  expect([whyText("rate", 0), whyText("told", 0), whyText("failing", 0)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(whyText("secret", 0)).toBe("a file with secrets");
});
