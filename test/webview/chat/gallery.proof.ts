import { describe, expect, test } from "vitest";

import { faultless, faultsOf, takePicture } from "../../support/drawnPage.ts";
import { openChat } from "../../support/fakeHost/chatPage.ts";
import { applyLook, byLocale, type Look } from "../../support/fakeHost/looks.ts";
import { answered, chatScenes, openScene } from "./chatScenes.ts";

const looks: readonly Look[] = [
  { theme: "dark", width: 400, locale: "en" },
  { theme: "light", width: 400, locale: "pt-br" },
  { theme: "dark", width: 400, locale: "pt-br" },
  { theme: "hc-dark", width: 250, locale: "pt-br" },
  { theme: "hc-light", width: 250, locale: "en" },
  { theme: "light", width: 900, locale: "en" },
];

describe.each(byLocale(looks))("in $locale", ({ locale, looks: shown }) => {
  test.each(chatScenes)("$name is drawn without a fault", async (scene) => {
    const opened = await openScene(scene, { locale });
    for (const look of shown) {
      await applyLook(opened.page, look);
      const name = `${scene.name}-${look.theme}-${look.width}-${locale}`;
      await takePicture(opened.page, name);
      expect({ name, ...(await faultsOf(opened)) }).toEqual({ name, ...faultless });
    }
  });
});

test("at 200 % and 250 px nothing is cut off", async () => {
  const { page } = await openChat({
    snapshot: answered,
    width: 250,
    height: 400,
    context: { deviceScaleFactor: 2 },
  });
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  const sticksOut = await page.evaluate(() =>
    [...document.querySelectorAll("button, textarea, p")]
      .filter(
        (element) =>
          !element.closest("pre, .unseen, .code") &&
          element.getBoundingClientRect().right > innerWidth,
      )
      .map((element) => element.outerHTML.slice(0, 120)),
  );
  expect(sticksOut).toEqual([]);
});

test("forced colours keep every control visible", async () => {
  const { page, problems } = await openChat({
    snapshot: answered,
    context: { forcedColors: "active" },
  });
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  await takePicture(page, "forced-colors");
  expect(problems).toEqual([]);
});
