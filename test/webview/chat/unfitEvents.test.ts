import { describe, expect, test } from "vitest";

import type { ChatEvent } from "../../../src/shared/conversation/conversation.ts";
import { answer, readyView, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { type Opened, openConversation } from "./conversationPage.ts";

const delta = (text: string): ChatEvent => ({
  kind: "partDelta",
  messageId: "m2",
  part: "text",
  text,
});

const stateCall = (params: unknown): unknown => ({
  type: "call",
  id: 1,
  method: "showState",
  params,
});

describe("events that do not fit", () => {
  const half = snapshot({
    messages: [userMessage("m1", "Question"), answer("m2", "One", { state: "streaming" })],
    view: { ...readyView, turn: { state: "running", messageId: "m2" } },
    seq: 10,
  });

  const open = (): Promise<Opened> => openConversation({ snapshot: half });

  test("a gap makes the page attach again, and nothing is lost or doubled", async () => {
    const { page, host } = await open();
    await page.getByText("One").waitFor();
    await page.evaluate(() => {
      const [first, last] = fakeHost.snapshot.messages;
      if (first && last?.role === "assistant") {
        const parts = [{ kind: "text" as const, text: "One two three" }];
        fakeHost.snapshot = {
          ...fakeHost.snapshot,
          seq: 12,
          messages: [first, { ...last, parts }],
        };
      }
    });
    await host.emitAs(12, delta(" three"));
    await page.getByText("One two three", { exact: true }).waitFor();
    await expect.poll(() => host.calls("attach")).toHaveLength(2);
    await host.emit(delta(" four"));
    await page.getByText("One two three four", { exact: true }).waitFor();
  });

  test("events that were already seen are left out", async () => {
    const { page, host } = await open();
    await host.emit(delta(" two"));
    await host.emitAs(11, delta(" two"));
    await host.emitAs(12, delta(" two"), delta(" three"));
    await page.getByText("One two three", { exact: true }).waitFor();
    await expect.poll(() => host.calls("attach")).toHaveLength(1);
  });

  test("events of another conversation make the page attach again", async () => {
    const { page, host } = await open();
    await page.evaluate(() => {
      fakeHost.snapshot = { ...fakeHost.snapshot, conversationId: "c2" };
      fakeHost.emit({ kind: "titled", title: "Other" });
    });
    await expect.poll(() => host.calls("attach")).toHaveLength(2);
  });

  test("a reload shows the other branch", async () => {
    const { page, host } = await open();
    await host.show(snapshot({ messages: [userMessage("m1b", "Edited question")] }));
    await page.getByText("Edited question").waitFor();
    await expect.poll(() => page.getByRole("article").count()).toBe(1);
  });

  test("forged, foreign and malformed messages change nothing", async () => {
    const { page, host } = await open();
    const forged = { ...half.view, connection: { state: "needsBaseUrl" } };
    const ours = await page.evaluate(() => window.origin);
    const messages = [
      { data: stateCall(forged), origin: "https://evil.example" },
      { data: stateCall({ connection: { state: "nonsense" } }), origin: ours },
      { data: { type: "call", id: 2, method: "eval", params: {} }, origin: ours },
      { data: { type: "reply", id: 0, result: {} }, origin: ours },
      { data: "text", origin: ours },
      { data: null, origin: ours },
    ];
    for (const message of messages) {
      await page.evaluate(
        (init) => window.dispatchEvent(new MessageEvent("message", init)),
        message,
      );
    }
    await host.emit(delta(" two"));
    await page.getByText("One two", { exact: true }).waitFor();
    expect(await page.getByText("Chat with your code").count()).toBe(0);
  });
});
