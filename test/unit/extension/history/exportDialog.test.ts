import { beforeEach, expect, test, vi } from "vitest";

import { answer, userMessage } from "../../../support/fakeHost/builders.ts";

interface Item {
  readonly label: string;
}

const editor = vi.hoisted(() => ({
  showQuickPick: vi.fn<(items: readonly Item[]) => Promise<Item | undefined>>(),
  showSaveDialog: vi.fn<(options: { defaultUri: string }) => Promise<string | undefined>>(),
  showInformationMessage: vi.fn<(text: string) => Promise<undefined>>(),
  writeFile: vi.fn<(uri: string, bytes: Uint8Array) => Promise<void>>(),
}));

vi.mock("vscode", () => ({
  l10n: { t: (text: string, value?: number) => text.replace("{0}", String(value)) },
  env: { language: "en" },
  Uri: { joinPath: (folder: string, name: string) => `${folder}/${name}` },
  window: editor,
  workspace: { workspaceFolders: [{ uri: "work" }], fs: { writeFile: editor.writeFile } },
}));

const { exportConversation } = await import("../../../../src/extension/history/exportDialog.ts");

const cpf = "529.982.247-25";

beforeEach(() => {
  for (const mock of Object.values(editor)) {
    mock.mockReset();
  }
  editor.showSaveDialog.mockResolvedValue("chosen");
});

/** Exports as Markdown, and answers the question about personal data, if it is asked. */
async function exporting(text: string, chosen: string | undefined): Promise<string | undefined> {
  const messages = [userMessage("m1", text), answer("m2", "Well", { parentId: "m1" })];
  editor.showQuickPick.mockImplementation((items) =>
    Promise.resolve(items.find(({ label }) => label === "Markdown" || label === chosen)),
  );
  await exportConversation({
    conversation: { title: text, messages, leafId: "m2" },
    attachments: [],
  });
  const written = editor.writeFile.mock.lastCall?.[1];
  return written && new TextDecoder().decode(written);
}

test("a chat without personal data is exported without a question about it", async () => {
  expect(await exporting("Hello", undefined)).toContain("Hello");
  expect(editor.showQuickPick).toHaveBeenCalledTimes(1);
});

test("personal data is masked at first choice, and the name of the file never has it", async () => {
  const text = await exporting(`CPF ${cpf}`, "Mask personal data");
  expect(text).toContain("CPF ***.***.***-**");
  expect(text).not.toContain(cpf);
  expect(editor.showQuickPick.mock.lastCall?.[0][0]?.label).toBe("Mask personal data");
  expect(editor.showSaveDialog.mock.lastCall?.[0].defaultUri).not.toContain("529");
  expect(editor.showInformationMessage.mock.lastCall?.[0]).toContain("Masked in 2 places");
});

test("it is in the file if the person includes it, and the name still has none", async () => {
  expect(await exporting(`CPF ${cpf}`, "Include personal data")).toContain(cpf);
  expect(editor.showSaveDialog.mock.lastCall?.[0].defaultUri).not.toContain("529");
});

test("cancelling the question writes nothing", async () => {
  expect(await exporting(`CPF ${cpf}`, undefined)).toBeUndefined();
  expect(editor.showSaveDialog).not.toHaveBeenCalled();
});
