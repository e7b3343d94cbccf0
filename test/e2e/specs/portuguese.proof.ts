import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

const indexed = 1_000;
let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

beforeAll(async () => {
  const files = Array.from({ length: indexed + 20 }, (_, number) => [
    `src/file${number}.ts`,
    `export const value${number} = ${number};\n`,
  ]);
  connected = await ConnectedEditor.start({
    name: "portuguese",
    locale: "pt-br",
    settings: {
      "aiHub.index.maxFiles": indexed,
      "workbench.colorTheme": "Default High Contrast",
    },
    files: Object.fromEntries(files) as Readonly<Record<string, string>>,
  });
  workbench = await connected.editor.openWindow();
  chat = await workbench.openChat();
  await chat.message.waitFor();
});

afterAll(async () => {
  await connected.dispose();
});

test("the page, the commands and the answer are in Portuguese", async () => {
  await chat.ask("O que você sabe fazer?");
  const answer = await chat.waitForAnswer("complete");
  await expect.poll(() => answer.textContent()).toMatch(/demonstra|não sou/iu);
  await workbench.runCommand("AI Hub: Novo chat");
  await expect.poll(() => chat.articles.count()).toBe(0);
});

test("a failure says in Portuguese what happened and what to do", async () => {
  await chat.chooseModel("hub-script-error-budget");
  await chat.ask("Ainda há orçamento?");
  const answer = await chat.waitForAnswer("failed");
  await expect.poll(() => answer.getAttribute("data-kind")).toBe("budget_exhausted");
  await expect.poll(() => answer.textContent()).toMatch(/orçamento/iu);
  await workbench.screenshot("falha");
});

test("with more files than the index takes, the estimate and the index say so, in Portuguese", async () => {
  const leftOut = "Fora do índice: mais arquivos do que aiHub.index.maxFiles";
  await workbench.runCommand("AI Hub: Criar o índice semântico");
  const dialog = workbench.dialog("Enviar o código deste espaço de trabalho");
  await dialog.waitFor();
  await expect.poll(() => dialog.textContent()).toContain(leftOut);
  await expect.poll(() => dialog.textContent()).toContain("1.000");
  await workbench.screenshot("estimate-high-contrast");
  await dialog.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(connected.embeddings()).toEqual([]);
  await workbench.runCommand("AI Hub: Mostrar o índice do código");
  await workbench.page.getByText(leftOut).first().waitFor();
  await workbench.screenshot("left-out");
});

test("where nothing fits, Search Code says what the index leaves out", async () => {
  await workbench.runCommand("AI Hub: Buscar no código");
  const { field, widget } = workbench.quickInput;
  await field.fill("zyzzyva");
  await widget.getByText("Fora do índice: mais arquivos do que aiHub.index.maxFiles").waitFor();
  await workbench.screenshot("nothing-high-contrast");
  await field.fill("value7");
  await workbench.page.getByRole("option", { name: /file7\.ts:1/u }).waitFor();
  await workbench.screenshot("search-high-contrast");
  await workbench.quickInput.cancel();
});
