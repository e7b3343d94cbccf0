import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { contrastOf, readColor } from "../../../src/webview/kit/contrast.ts";
import { answer, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { openChat } from "../../support/fakeHost/chatPage.ts";
import { hostOf } from "../../support/fakeHost/hostHandle.ts";
import { type ThemeName, theme } from "../../support/fakeHost/themes.ts";

const code = '```ts\n// why\nconst total = add(1, "two");\n```\n';

async function openCode(name: ThemeName): Promise<Page> {
  const shown = snapshot({ messages: [userMessage("m1", "Question"), answer("m2", code)] });
  const { page } = await openChat({ snapshot: shown, theme: name });
  await page.locator(".hl-keyword").first().waitFor();
  return page;
}

/** Changes the theme as the editor does: the variables, then the theme's id. */
async function changeTheme(page: Page, name: ThemeName, id: string = name): Promise<void> {
  await page.evaluate(
    ({ className, variables, themeId }) => {
      document.body.className = className;
      for (const [key, value] of Object.entries(variables)) {
        document.documentElement.style.setProperty(key, value);
      }
      document.body.dataset["vscodeThemeId"] = themeId;
    },
    { ...theme(name), themeId: id },
  );
}

const colorOf = (page: Page, tokenClass: string) =>
  page
    .locator(`.md-code .hl-${tokenClass}`)
    .first()
    .evaluate((element) => getComputedStyle(element).color);

test("code has the colours of the theme that is shown, also after another is chosen", async () => {
  const page = await openCode("dark");
  await expect.poll(() => colorOf(page, "keyword")).toBe("rgb(86, 156, 214)");
  await changeTheme(page, "light");
  await expect.poll(() => colorOf(page, "keyword")).toBe("rgb(0, 0, 255)");
  const asked = await hostOf(page).calls("codeColors");
  expect(asked.at(-1)).toEqual({ theme: "light" });
});

test("the colours of a theme that answers late are not shown over those of the next", async () => {
  const page = await openCode("dark");
  await page.evaluate(() => {
    const late = new Promise((resolve) => {
      window.addEventListener("late", resolve);
    });
    fakeHost.setAnswer("codeColors", async (params) => {
      const isSlow = JSON.stringify(params).includes("slow");
      await (isSlow ? late : undefined);
      return { colors: { keyword: isSlow ? "#ff0000" : "#0000aa" } };
    });
  });
  await changeTheme(page, "light", "slow");
  await changeTheme(page, "light", "quick");
  await expect.poll(() => colorOf(page, "keyword")).toBe("rgb(0, 0, 170)");
  await page.evaluate(() => window.dispatchEvent(new Event("late")));
  await hostOf(page).setView({});
  expect(await colorOf(page, "keyword")).toBe("rgb(0, 0, 170)");
});

test("in no theme a colour of code is below 4.5 : 1, whatever the theme says", async () => {
  const page = await openCode("dark");
  const pale = "#80808080";
  await page.evaluate((color) => {
    fakeHost.setAnswer("codeColors", () => ({
      colors: { keyword: color, string: color, comment: color, number: color, function: color },
    }));
  }, pale);
  for (const name of ["light", "dark", "hc-light", "hc-dark"] as const) {
    const id = `pale-${name}`;
    await changeTheme(page, name, id);
    await expect.poll(() => hostOf(page).calls("codeColors")).toContainEqual({ theme: id });
    const background = readColor(
      await page
        .locator(".md-code")
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor),
    );
    const measured = async (tokenClass: string): Promise<number> => {
      const color = readColor(await colorOf(page, tokenClass), background);
      return color && background ? contrastOf(color, background) : 0;
    };
    for (const tokenClass of ["keyword", "string", "comment", "number", "function"]) {
      await expect.poll(() => measured(tokenClass)).toBeGreaterThanOrEqual(4.5);
    }
  }
});
