import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import { Probe } from "../editor/probe.ts";
import type { Workbench } from "../pages/workbench.ts";

/** One pixel. */
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const readOrder = { name: "aihub_seller_get_order", input: { numeroPedido: 1 } };
const writeStock = {
  name: "aihub_seller_update_stock",
  input: { codigoProdutoMarketplace: 101, quantidadeEstoque: 77 },
};

let connected: ConnectedEditor;
let workbench: Workbench;
let probe: Probe;
let has: { readonly images: boolean; readonly version: string };

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "otherExtensions",
    // A tool may not change a stock much by default.
    settings: { "chat.disableAIFeatures": false, "aiHub.seller.maxStockChange": 1000 },
  });
  probe = new Probe(connected.editor.workspace);
  workbench = await connected.editor.openWindow({ width: 1100, height: 760 });
  has = await probe.ask("api");
});

afterAll(async () => {
  await connected.dispose();
});

/** Chooses what tools may do, as the person would. */
async function allow(choice: string): Promise<void> {
  await workbench.runCommand("AI Hub: Seller Portal: Choose What Tools May Do");
  await workbench.quickInput.pick(choice);
}

function hubModel(id: string): object {
  return { vendor: "ai-hub", id };
}

function user(...parts: readonly object[]): object {
  return { role: "user", parts };
}

test("a tool reads from the sandbox before anything of AI Hub was opened", async () => {
  expect(await probe.ask("invoke", readOrder)).toContain("O pedido 1 não existe.");
  await expect.poll(() => probe.ask("tools", { prefix: "aihub_seller_" })).toHaveLength(14);
});

test("a write is refused while tools may only read, and everything while there are none", async () => {
  expect(await probe.ask("invoke", writeStock)).toContain("these tools may only read");
  await allow("No tools");
  await expect.poll(() => probe.ask("invoke", readOrder)).toContain("chose no environment");
});

test("a write that the person allows asks first, with everything that is sent", async () => {
  await allow("Read, and write with approval");
  const chat = await workbench.openChat();
  await chat.region.getByRole("button", { name: /^Tools, .+: write$/u }).waitFor();
  const dialog = workbench.page.locator(".monaco-dialog-box");
  const rejected = probe.begin("invoke", writeStock);
  await dialog.getByText("Set stock of 101 to 77 in Sandbox").waitFor();
  await workbench.screenshot("write");
  await dialog.filter({ hasText: "/estoques/atualizar/101/77" }).waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(rejected()).rejects.toThrow("Canceled");
  const written = probe.begin("invoke", writeStock);
  await dialog.getByRole("button", { name: "Yes" }).click();
  expect(await written()).toContain('"quantidadeEstoque":77');
});

test("the hub's models are offered", async () => {
  const models = await probe.ask("models", { vendor: "ai-hub" });
  const demo = models.find(({ id }) => id === "hub-demo");
  expect(demo).toEqual({ id: "hub-demo", vendor: "ai-hub", maxInputTokens: 28_672 });
});

test("without the person's consent nothing is sent, and the question is asked once for all who wait", async () => {
  const chat = { selector: hubModel("hub-script-echo"), messages: [user({ text: "Hello" })] };
  const refused = probe.begin("chat", chat);
  await workbench.dialog("Allow other extensions to use the hub's models?").waitFor();
  await workbench.screenshot("consent");
  const alsoRefused = probe.begin("chat", chat);
  await workbench.page.keyboard.press("Escape");
  for (const { parts, error } of [await refused(), await alsoRefused()]) {
    expect(parts).toEqual([]);
    expect(error?.code).toBe("NoPermissions");
    expect(error?.message).toMatch(
      /^Other extensions may not use the hub's models\. The setting /u,
    );
  }
  expect(await probe.ask("chat", chat)).toMatchObject({ error: { code: "NoPermissions" } });
  expect(connected.chats()).toEqual([]);
});

test("the next window asks again, and what is allowed there is remembered", async () => {
  probe.expectNewWindow();
  await workbench.reload();
  const chat = { selector: hubModel("hub-script-echo"), messages: [user({ text: "Hello" })] };
  const allowed = probe.begin("chat", chat);
  await workbench.dialog("Allow other extensions to use the hub's models?").waitFor();
  expect(connected.chats()).toEqual([]);
  await workbench.answerDialog("Allow");
  expect(await allowed()).toEqual({ parts: [{ kind: "text", text: "Hello" }] });
  expect(connected.chats()).toHaveLength(1);
  expect(await probe.ask("chat", chat)).toEqual({ parts: [{ kind: "text", text: "Hello" }] });
});

test("an answer arrives piece by piece, and cancelling it stops it", async () => {
  // 1.104 does not pass on that an answer was cancelled: there it comes to its end.
  const cancels = !has.version.startsWith("1.104.");
  const selector = hubModel("hub-script-slow");
  const messages = [user({ text: "Count" })];
  const { parts, error } = await probe.ask("chat", {
    selector,
    messages,
    ...(cancels && { cancelAfter: 2 }),
  });
  expect(parts.slice(0, 2)).toEqual([
    { kind: "text", text: "word1 " },
    { kind: "text", text: "word2 " },
  ]);
  expect({ isCut: parts.length === 2, error: error?.name }).toEqual(
    cancels ? { isCut: true, error: "Canceled" } : { isCut: false, error: undefined },
  );
});

test("tools, their results and images pass, with the token and the name of the app", async () => {
  const image = has.images ? [{ image: { base64: png, mimeType: "image/png" } }] : [];
  const weather = {
    name: "weather",
    description: "Tells the weather",
    inputSchema: { properties: {} },
  };
  const question = user({ text: "How is it there?" }, ...image);
  const chat = { selector: hubModel("hub-script-tools"), tools: [weather] };
  const first = await probe.ask("chat", { ...chat, messages: [question] });
  const call = { callId: "call_1", name: "weather", input: { sample: true } };
  expect(first).toEqual({ parts: [{ kind: "toolCall", ...call }] });
  const second = await probe.ask("chat", {
    ...chat,
    messages: [
      question,
      { role: "assistant", parts: [{ call }] },
      user({ result: { callId: "call_1", text: "Rain" } }),
    ],
  });
  expect(second).toEqual({ parts: [{ kind: "text", text: "The tools have answered." }] });
  const sent = connected.chats().at(-1);
  expect(sent?.headers).toMatchObject({
    "x-hub-app": "vscode",
    authorization: `Bearer ${connected.hub.token}`,
  });
  expect(JSON.parse(sent?.body ?? "")).toMatchObject({
    messages: [
      {
        role: "user",
        content: has.images
          ? [
              { type: "text", text: "How is it there?" },
              { type: "image_url", image_url: { url: `data:image/png;base64,${png}` } },
            ]
          : "How is it there?",
      },
      { role: "assistant", tool_calls: [{ id: "call_1", function: { name: "weather" } }] },
      { role: "tool", tool_call_id: "call_1", content: "Rain" },
    ],
    tools: [{ function: { name: "weather", description: "Tells the weather" } }],
  });
});

test("a failure in the middle keeps what had come, and is told in words", async () => {
  const messages = [user({ text: "Hello" })];
  const selector = hubModel("hub-script-cut");
  const { parts, error } = await probe.ask("chat", { selector, messages });
  expect(parts).toHaveLength(1);
  expect(error?.message).toMatch(/^The answer broke off before its end\. .+ try again\.$/u);
});

test("after a restart the models are known and answer before AI Hub is opened", async () => {
  probe.expectNewWindow();
  await workbench.reload();
  const messages = [user({ text: "Still there?" })];
  const answer = await probe.ask("chat", { selector: hubModel("hub-script-echo"), messages });
  expect(answer).toEqual({ parts: [{ kind: "text", text: "Still there?" }] });
});
