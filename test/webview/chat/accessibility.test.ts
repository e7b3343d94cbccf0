import { describe, expect, test } from "vitest";

import { faultless, faultsOf } from "../../support/drawnPage.ts";
import { answer, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { openChat } from "../../support/fakeHost/chatPage.ts";
import { hostOf } from "../../support/fakeHost/hostHandle.ts";
import { answered, chatScenes, openScene } from "./chatScenes.ts";

test.each(chatScenes)("$name is drawn without a fault", async (scene) => {
  const opened = await openScene(scene);
  expect(await faultsOf(opened)).toEqual(faultless);
});

describe("by keyboard alone", () => {
  test("everything of a conversation is reached in its order, and the focus can always be seen", async () => {
    const { page } = await openChat({ snapshot: answered, theme: "light" });
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    await page.locator(".scroller").focus();
    const reached: string[] = [];
    for (let step = 0; step < 80; step += 1) {
      // A toolbar is one stop; the arrow keys go through it.
      const isLast = await page.evaluate(() => {
        const buttons = document.activeElement
          ?.closest("[role=toolbar]")
          ?.querySelectorAll("button:enabled");
        const drawn = [...(buttons ?? [])].filter((button) => button.getClientRects().length > 0);
        return drawn.at(-1) === document.activeElement || drawn.length === 0;
      });
      await page.keyboard.press(isLast ? "Tab" : "ArrowRight");
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) {
          return undefined;
        }
        const style = getComputedStyle(element);
        const frame = getComputedStyle(element.closest(".composer-box") ?? element);
        const isSeen = style.outlineStyle !== "none" || frame.borderColor === "rgb(0, 95, 184)";
        const name = element.getAttribute("aria-label") ?? element.textContent ?? element.className;
        return { name: name.trim() === "" ? element.className : name.slice(0, 40), isSeen };
      });
      if (!focused) {
        break;
      }
      expect({ ...focused, isSeen: true }).toEqual(focused);
      reached.push(focused.name);
    }
    for (const name of [
      "Edit message",
      "Copy message",
      "Open retry.ts:12–40",
      "Copy code",
      "Insert at cursor",
      "Next version",
      "Regenerate",
      "Try again",
      "Choose model",
      "Details",
      "Remove retry.ts",
      "Add context",
      "Message",
      "Model",
    ]) {
      expect(reached).toContain(name);
    }
  });
});

describe("to a screen reader", () => {
  test("an answer is told by its start, its sentences and its end", async () => {
    const { page } = await openChat({ snapshot: snapshot() });
    const host = hostOf(page);
    const status = page.getByRole("status");
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    await host.emit(
      { kind: "userMessageAdded", message: userMessage("m1", "Question") },
      { kind: "answerStarted", message: answer("m2", "", { state: "streaming" }) },
    );
    await expect.poll(() => status.textContent()).toBe("Answer started");
    await host.emit({
      kind: "partDelta",
      messageId: "m2",
      part: "text",
      text: "It is **the timer**. Clear",
    });
    await expect.poll(() => status.textContent()).toBe("It is the timer.");
    await host.emit(
      { kind: "partDelta", messageId: "m2", part: "text", text: " it.\n\n```ts\nx\n```\n" },
      { kind: "answerEnded", messageId: "m2", state: "complete" },
    );
    await expect.poll(() => status.textContent()).toBe("Clear it. Code. Answer complete");
    await expect.poll(() => page.getByRole("log").getAttribute("aria-live")).toBe("off");
  });

  test.each(["Copy message", "Copy code"])("%s is told when it is done", async (name) => {
    const { page } = await openChat({ snapshot: answered });
    await page.getByRole("button", { name, exact: true }).first().press("Enter");
    await expect.poll(() => page.locator(".chat > [role=status]").textContent()).toBe("Copied");
  });

  test("the names of the contract are there in English", async () => {
    const { page } = await openChat({ snapshot: answered });
    await page.getByRole("region", { name: "AI Hub chat" }).waitFor();
    const log = page.getByRole("log", { name: "Conversation" });
    await expect.poll(() => log.getByRole("article", { name: "You", exact: true }).count()).toBe(2);
    await expect
      .poll(() => log.getByRole("article", { name: "gpt-x-large", exact: true }).count())
      .toBe(2);
    await page.getByRole("combobox", { name: "Model", exact: true }).waitFor();
    await page.getByRole("list", { name: "Context", exact: true }).waitFor();
  });
});
