import { describe, expect, test } from "vitest";

import { violations } from "../../support/axe.ts";
import { takePicture } from "../../support/drawnPage.ts";
import type { OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { applyTheme } from "../../support/fakeHost/looks.ts";
import {
  answered,
  button,
  compared,
  models,
  openPage,
  picture,
  queueOf,
  running,
  smallPng,
  streaming,
} from "./turnsPage.ts";

const open = (options: OpenOptions) => openPage(options);

describe("screenshots", () => {
  test("wide, in every theme", async () => {
    const { page, host } = await open({
      ...compared({ isWide: true }),
      results: { readImage: smallPng },
    });
    await host.tell("showQueue", {
      ...queueOf("Then write a test for it", "And the docs"),
      pause: "undecided",
    });
    await host.setView({ attachments: [picture("p1")] });
    await page.locator(".thumbnail img").waitFor();
    for (const theme of ["dark", "light", "hc-dark", "hc-light"] as const) {
      await applyTheme(page, theme);
      await takePicture(page, `turns-wide-${theme}`);
      expect(await violations(page)).toEqual([]);
    }
  });

  test.each([
    ["en", 250],
    ["pt-br", 320],
  ] as const)("narrow, in %s", async (locale, width) => {
    const { page, host } = await open({
      snapshot: { ...streaming, view: { ...running, attachments: [picture("p1")] } },
      locale,
      width,
      models,
      results: { readImage: smallPng },
    });
    await host.tell("showQueue", queueOf("Then write a test for it, please", "And the docs"));
    await host.tell("showImageModels", {
      takesImages: false,
      others: [{ id: "seer", name: "Seer" }],
    });
    await page.locator(".thumbnail img").waitFor();
    await page.locator(".message-field").fill("typed");
    await takePicture(page, `turns-narrow-${locale}`);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  });

  test("the list of models to compare", async () => {
    const { page } = await open({ snapshot: answered, models });
    await page.getByRole("article", { name: "gpt-x-large" }).hover();
    await button(page, "Details of the answer").click();
    await button(page, "Compare models").click();
    await page.getByRole("option", { name: /alpha/u }).click();
    await page.getByRole("option", { name: /beta/u }).click();
    await takePicture(page, "turns-compare-menu");
    await expect.poll(() => page.getByRole("option", { selected: true }).count()).toBe(2);
  });
});
