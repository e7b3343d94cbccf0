import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

const cpf = "529.982.247-25";
const other = "111.444.777-35";

let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "protection",
    files: { "customer.md": `# Customer\n\nCPF ${other}\n` },
    settings: { "aiHub.dlp.mode": "mask" },
  });
  workbench = await connected.editor.openWindow();
  chat = await workbench.openChat();
  await chat.message.waitFor();
  await chat.chooseModel("hub-script-echo");
});

afterAll(async () => {
  await connected.dispose();
});

test("masked: nothing of a value in the draft or in a file reaches the hub, and the answer shows it again", async () => {
  await chat.mention("Files");
  await chat.message.pressSequentially("customer");
  await chat.suggestions.filter({ hasText: "customer.md" }).first().click();
  await chat.contextItems.filter({ hasText: "customer.md" }).waitFor();
  await chat.write(`Compare with ${cpf}, please`);
  await chat.button("2 values will be sent masked").click();
  await chat.region
    .getByRole("list", { name: "Sensitive data" })
    .getByText("customer.md, line 3")
    .waitFor();
  await workbench.screenshot("masked");
  await chat.ask(`Compare with ${cpf}, please`);
  const answer = await chat.waitForAnswer("complete");
  await expect.poll(() => answer.textContent()).toContain(cpf);
  await expect.poll(() => answer.textContent()).toContain(other);
  await expect.poll(() => chat.questions.last().textContent()).toContain(cpf);
  expectNothingSent(cpf, other);
  expect(connected.lastPrompt()).toContain("please");
  await chat.questions
    .last()
    .getByText("Sent to the hub: 2 values masked (1 in the attachments)")
    .waitFor();
  await workbench.screenshot("sent");
});

test("a later message of the same chat keeps what was masked before masked", async () => {
  await chat.ask("And what was that number?");
  await chat.waitForAnswer("complete");
  expectNothingSent(cpf, other);
});

test("after a reload a message still shows how its values left", async () => {
  await workbench.reload();
  chat = await workbench.openChat();
  const question = chat.questions.first();
  await question.getByText("Sent to the hub: 2 values masked (1 in the attachments)").waitFor();
  const mark = question.locator("mark");
  await expect.poll(() => mark.textContent()).toBe(cpf);
  await expect.poll(() => mark.getAttribute("title")).toMatch(/^CPF: sent masked as \[CPF_\d\]$/u);
});

test("blocked: nothing leaves until it is decided, and then masked", async () => {
  await startAnew("block");
  await tryToSend();
  await chat.button("Allow in this chat and send").waitFor();
  await workbench.screenshot("blocked");
  expect(await chat.questions.count()).toBe(0);
  await chat.button("Mask and send").click();
  expect(await (await chat.waitForAnswer("complete")).textContent()).toContain(cpf);
  expectNothingSent(cpf);
});

test("warned: editing keeps the draft, and what is allowed once goes as it is, in this chat only", async () => {
  await startAnew("warn");
  const before = connected.chats().length;
  await tryToSend();
  await chat.region.getByText("This message contains 1 × CPF.").waitFor();
  await workbench.screenshot("warned");
  await chat.button("Edit").click();
  await chat.button("Mask and send").waitFor({ state: "hidden" });
  await expect.poll(() => chat.message.inputValue()).toBe(`The CPF is ${cpf}`);
  expect(connected.chats()).toHaveLength(before);
  await chat.button("1 finding").click();
  await chat.button("Allow in this chat").click();
  await chat.region.getByText("allowed here").waitFor();
  await chat.sendTyped();
  await chat.waitForAnswer("complete");
  expect(connected.lastPrompt()).toBe(`The CPF is ${cpf}`);
  await chat.questions.last().getByText("Sent to the hub: 1 value as typed").waitFor();
  await chat.startAnew(workbench);
  await tryToSend();
});

test("what the hub itself refuses is explained, its places are highlighted, and it can go masked", async () => {
  await startAnew("off");
  await chat.chooseModel("hub-script-error-dlp");
  await chat.ask(`Write to maria.souza@example.com.br about ${cpf}`);
  const answer = await chat.waitForAnswer("failed");
  await expect.poll(() => answer.getAttribute("data-kind")).toBe("dlp_request");
  const places = answer.getByRole("list", { name: "Sensitive data" });
  await places.getByText("in a message of this chat").first().waitFor();
  await expect
    .poll(() =>
      chat.region.evaluate(() =>
        [...(CSS.highlights.get("hub-sensitive") ?? [])].map((range) =>
          range instanceof Range ? range.toString() : "",
        ),
      ),
    )
    .toContain(cpf);
  await workbench.screenshot("hubBlock");
  await chat.chooseModel("hub-script-echo");
  await answer.getByRole("button", { name: "Mask and send again" }).click();
  expect(await (await chat.waitForAnswer("complete")).textContent()).toContain(cpf);
  expectNothingSent(cpf);
});

/** A new chat in a window with another mode. */
async function startAnew(mode: "off" | "warn" | "block"): Promise<void> {
  connected.editor.changeSettings({ "aiHub.dlp.mode": mode });
  await workbench.reload();
  chat = await workbench.openChat();
  await chat.message.waitFor();
  await chat.startAnew(workbench);
}

/** Types a message with a CPF and tries to send it once it is seen that it has one. */
async function tryToSend(): Promise<void> {
  await chat.write(`The CPF is ${cpf}`);
  await chat.button("1 finding").waitFor();
  await chat.message.press("Enter");
  await chat.button("Mask and send").waitFor();
}

/** Neither as it is written nor as its digits. */
function expectNothingSent(...values: readonly string[]): void {
  const body = connected.chats().at(-1)?.body ?? "";
  expect(body).toContain('"messages"');
  for (const value of values) {
    expect(body).not.toContain(value);
    expect(body).not.toContain(value.replaceAll(/\D/gu, ""));
  }
}
