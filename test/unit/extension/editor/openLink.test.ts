import { beforeEach, expect, test, vi } from "vitest";

import { openLink } from "../../../../src/extension/editor/openLink.ts";

const editor = vi.hoisted(() => ({
  answer: undefined as string | undefined,
  opened: [] as string[],
  details: [] as string[],
}));

vi.mock("vscode", () => ({
  l10n: {
    t: (text: string, ...values: string[]) =>
      text.replaceAll(/\{(\d)\}/gu, (_, at: string) => values[Number(at)] ?? ""),
  },
  Uri: { parse: (text: string) => text },
  env: {
    openExternal: (uri: string) => {
      editor.opened.push(uri);
      return Promise.resolve(true);
    },
  },
  window: {
    showWarningMessage: (_: string, { detail }: { readonly detail: string }) => {
      editor.details.push(detail);
      return Promise.resolve(editor.answer);
    },
  },
}));

beforeEach(() => {
  editor.answer = undefined;
  editor.opened.length = 0;
  editor.details.length = 0;
});

test("an https address is opened without a question", async () => {
  expect(await openLink("https://example.com/a?b=user@host")).toEqual({ ok: true });
  expect([editor.opened, editor.details]).toEqual([["https://example.com/a?b=user@host"], []]);
});

test.each([
  ["https://bank.example@evil.example/login", "evil.example"],
  ["https://bank.example:443@evil.example:8443/", "evil.example:8443"],
  ["https://:secret@evil.example/", "evil.example"],
  ["https://bank.example%2Fsafe@evil.example/", "evil.example"],
  ["https:\\\\bank.example@evil.example", "evil.example"],
  ["http://bank.example@evil.example/", "evil.example"],
])("%s is opened only after a question that names the site", async (href, host) => {
  expect(await openLink(href)).toEqual({ ok: false, reason: "refused" });
  expect(editor.opened).toEqual([]);
  expect(editor.details[0]).toMatch(new RegExp(`^It leads to ${host}\\. `, "u"));
  editor.answer = "Open";
  expect(await openLink(href)).toEqual({ ok: true });
  expect(editor.opened).toHaveLength(1);
});

test.each(["command:workbench.action.quit", "javascript:alert(1)", "file:///etc/passwd", "bank"])(
  "%s is never opened",
  async (href) => {
    editor.answer = "Open";
    expect(await openLink(href)).toEqual({ ok: false, reason: "refused" });
    expect([editor.opened, editor.details]).toEqual([[], []]);
  },
);
