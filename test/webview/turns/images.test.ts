import { describe, expect, test } from "vitest";

import { readImage } from "../../../src/shared/conversation/readImage.ts";
import { violations } from "../../support/axe.ts";
import { readyView, snapshot } from "../../support/fakeHost/builders.ts";
import type { OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { button, field, openPage, paste, picture, png, smallPng } from "./turnsPage.ts";

const open = (options: OpenOptions) => openPage(options);

describe("images", () => {
  test("are pasted as they are and shown small, and large on demand", async () => {
    const { page, host, problems } = await open({
      snapshot: snapshot(),
      results: { addImage: {}, readImage: smallPng },
    });
    const bytes = png(64, 36);
    await paste(page, { name: "error.png", type: "image/png", bytes });
    await expect
      .poll(() => host.calls("addImage"))
      .toEqual([{ conversationId: "c1", name: "error.png", base64: bytes.toString("base64") }]);
    await host.setView({ attachments: [picture("p1")] });
    const thumbnail = page.getByRole("list", { name: "Context" }).locator("img");
    await expect
      .poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(64);
    await expect.poll(() => thumbnail.getAttribute("src")).toMatch(/^blob:/u);
    await button(page, "Show error.png").click();
    const dialog = page.getByRole("dialog");
    await expect
      .poll(() => dialog.locator("img").evaluate((image: HTMLImageElement) => image.naturalHeight))
      .toBe(36);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(problems).toEqual([]);
  });

  test("that are large are drawn smaller before they leave the page, see-through parts kept", async () => {
    const { page, host } = await open({ snapshot: snapshot(), results: { addImage: {} } });
    await paste(page, { name: "wide.png", type: "image/png", bytes: png(3000, 100) });
    await expect.poll(() => host.calls("addImage")).toHaveLength(1);
    const [{ base64 }] = (await host.calls("addImage")) as [{ base64: string }];
    expect(readImage(Buffer.from(base64, "base64"))).toMatchObject({
      mimeType: "image/webp",
      width: 2048,
      height: 68,
    });
  });

  test("that are none are refused with a sentence, and nothing is sent to the host", async () => {
    const { page, host } = await open({ snapshot: snapshot() });
    const bytes = Buffer.from("<svg onload='alert(1)'/>");
    await paste(page, { name: "evil.png", type: "image/png", bytes });
    await page.getByText("evil.png is not an image that models take").waitFor();
    expect(await host.calls("addImage")).toEqual([]);
  });

  test("the host has the last word", async () => {
    const { page } = await open({
      snapshot: snapshot(),
      results: { addImage: { problem: "tooMany" } },
    });
    await paste(page, { name: "", type: "image/png", bytes: png(8, 8) });
    await page.getByText("cannot hold more attachments").waitFor();
  });

  test("whose content is none are not shown, whatever the stored type says", async () => {
    const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>").toString("base64");
    const { page, host, problems } = await open({
      snapshot: snapshot({ view: { ...readyView, attachments: [picture("p1")] } }),
      results: { readImage: { image: { mimeType: "image/png", base64: svg } } },
    });
    await expect.poll(() => host.calls("readImage")).toEqual([{ id: "p1" }]);
    await button(page, "Show error.png").waitFor();
    expect(await page.locator("img").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test("a model that takes none is named before sending, with those that do", async () => {
    const { page, host } = await open({
      snapshot: snapshot({ view: { ...readyView, attachments: [picture("p1")] } }),
      results: { readImage: smallPng },
    });
    await host.tell("showImageModels", {
      takesImages: false,
      others: [{ id: "seer", name: "Seer" }],
    });
    await page.getByText("gpt-x-large does not take images.").waitFor();
    await field(page).fill("What is it?");
    await field(page).press("Enter");
    await expect.poll(() => button(page, "Send").isDisabled()).toBe(true);
    await button(page, "Use Seer").click();
    await expect.poll(() => host.calls("selectModel")).toEqual([{ id: "seer" }]);
    expect(await host.calls("sendMessage")).toEqual([]);
    await host.tell("showImageModels", { takesImages: true, others: [] });
    await page.getByText("does not take images").waitFor({ state: "detached" });
    await field(page).press("Enter");
    await expect.poll(() => host.calls("sendMessage")).toHaveLength(1);
  });
});
