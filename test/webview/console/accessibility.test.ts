import { afterAll, beforeAll, expect, test } from "vitest";

import { faultless, faultsOf } from "../../support/drawnPage.ts";
import { consoleScenes, openScene } from "./consoleScenes.ts";
import { FakeHub } from "./fakeHub.ts";
import { openConsole } from "./openConsole.ts";

let hub: FakeHub;
beforeAll(async () => {
  hub = await FakeHub.start();
});
afterAll(async () => {
  await hub.stop();
});

test.each(consoleScenes)("$name is drawn without a fault", async (scene) => {
  const opened = await openScene(hub, scene);
  expect(await faultsOf(opened)).toEqual(faultless);
});

test("by keyboard alone a token is found, revoked, and the focus can always be seen", async () => {
  const { page } = await openConsole({ hub, as: "admin", path: "/tokens" });
  await page.getByRole("rowheader", { name: "Cursor" }).waitFor();
  const press = async (name: string): Promise<void> => {
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press("Tab");
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        const style = element && getComputedStyle(element);
        return {
          name: element?.getAttribute("aria-label") ?? element?.textContent ?? "",
          isSeen: style !== null && style.outlineStyle !== "none",
        };
      });
      expect(focused).toEqual({ ...focused, isSeen: true });
      if (focused.name === name) {
        return;
      }
    }
    throw new Error(`The keyboard does not reach ${name}`);
  };
  await press("Skip to content");
  await page.keyboard.press("Enter");
  await press("Search in tokens");
  await page.keyboard.type("cursor");
  await expect.poll(() => page.getByRole("rowheader").count()).toBe(1);
  await press("Revoke Cursor");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Revoke Cursor" }).waitFor();
  await press("Revoke");
  await page.keyboard.press("Enter");
  await page
    .getByRole("row", { name: /Cursor/u })
    .getByText("Revoked")
    .waitFor();
});

test("a new view is announced by its title", async () => {
  const { page } = await openConsole({ hub, as: "admin" });
  await page.getByRole("link", { name: "Sectors" }).click();
  await page.getByRole("rowheader", { name: "Engineering" }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Sectors");
  expect(await page.title()).toBe("Sectors · AI Hub");
  await page.goBack();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
});
