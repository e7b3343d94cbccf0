import { beforeEach, expect, test, vi } from "vitest";

import { openConnectLink } from "../../../../src/extension/connection/connectLink.ts";

const editor = vi.hoisted(() => ({
  values: {} as Record<string, unknown>,
  asked: [] as string[],
  answer: undefined as string | undefined,
  signIns: 0,
}));

vi.mock("vscode", () => ({
  l10n: {
    t: (text: string, ...values: readonly string[]) =>
      values.reduce((sum, value, index) => sum.replace(`{${index}}`, value), text),
  },
  ConfigurationTarget: { Global: 1 },
  commands: { executeCommand: () => Promise.resolve() },
  window: {
    showWarningMessage: (text: string, options?: { readonly detail?: string }) => {
      editor.asked.push(`${text} ${options?.detail ?? ""}`.trim());
      return Promise.resolve(editor.answer);
    },
  },
  workspace: {
    getConfiguration: () => ({
      inspect: (name: string) => ({ globalValue: editor.values[name] }),
      update: (name: string, value: unknown) => {
        editor.values[name] = value;
        return Promise.resolve();
      },
    }),
  },
}));

beforeEach(() => {
  editor.values = {};
  editor.asked = [];
  editor.answer = undefined;
  editor.signIns = 0;
});

function open(query: string, path = "/connect"): Promise<void> {
  return openConnectLink({ path, query }, () => {
    editor.signIns += 1;
    return Promise.resolve();
  });
}

test("another hub is used only after the person's yes, then the sign-in begins", async () => {
  editor.values = { baseUrl: "https://old.example.com" };
  await open("hub=https%3A%2F%2Fhub.example.com");
  expect(editor.asked[0]).toContain("instead of https://old.example.com");
  expect([editor.values["baseUrl"], editor.signIns]).toEqual(["https://old.example.com", 0]);
  editor.answer = "Use This Hub";
  await open("hub=https%3A%2F%2Fhub.example.com");
  expect([editor.values["baseUrl"], editor.signIns]).toEqual(["https://hub.example.com", 1]);
});

test("the hub in use needs no question", async () => {
  editor.values = { baseUrl: "https://hub.example.com" };
  await open("hub=https://hub.example.com/hub/v1");
  expect([editor.asked, editor.signIns]).toEqual([[], 1]);
});

test.each([
  ["hub=http://evil.example.com", "/connect"],
  ["hub=https://user:secret@evil.example.com", "/connect"],
  ["hub=javascript:alert(1)", "/connect"],
  ["token=sk_hub_x", "/connect"],
  ["hub=https://hub.example.com", "/other"],
])("a link %j %j changes nothing", async (query, path) => {
  editor.answer = "Use This Hub";
  await open(query, path);
  expect(editor.asked).toEqual(["This link names no hub that can be used."]);
  expect([editor.values, editor.signIns]).toEqual([{}, 0]);
});

test("a token in a link is never used", async () => {
  editor.answer = "Use This Hub";
  await open("hub=https://hub.example.com&token=sk_hub_0123");
  expect(editor.values).toEqual({ baseUrl: "https://hub.example.com" });
});
