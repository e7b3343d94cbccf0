import { describe, expect, test } from "vitest";

import { faultless, faultsOf, takePicture } from "../../support/drawnPage.ts";
import type { OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { applyLook, type Look } from "../../support/fakeHost/looks.ts";
import { card, edit, several } from "./agentScenes.ts";
import { agentViews } from "./agentViews.ts";
import { openCard, waiting } from "./openAgent.ts";

type Place = Pick<Required<OpenOptions>, "locale" | "place">;

const looks: readonly (readonly [place: Place, looks: readonly Omit<Look, "locale">[]])[] = [
  [
    { locale: "en", place: "sidebar" },
    [
      { theme: "dark", width: 400 },
      { theme: "hc-light", width: 280 },
    ],
  ],
  [
    { locale: "pt-br", place: "sidebar" },
    [
      { theme: "hc-dark", width: 400 },
      { theme: "light", width: 280 },
    ],
  ],
  [{ locale: "en", place: "editor" }, [{ theme: "light", width: 800 }]],
];

describe.each(looks)("in $locale, in the $place", (place, shown) => {
  test.each(Object.entries(agentViews))("%s is drawn without a fault", async (view, show) => {
    const opened = await show(place);
    for (const look of shown) {
      await applyLook(opened.page, look);
      const name = `agent-${view}-${look.theme}-${look.width}-${place.locale}`;
      await takePicture(opened.page, name);
      expect({ name, ...(await faultsOf(opened)) }).toEqual({ name, ...faultless });
    }
  });
});

test("a shared card stands within the page in any look", async () => {
  const { page } = await openCard((callId) => card(callId, several), edit(waiting), {
    locale: "pt-br",
  });
  await page.getByRole("checkbox", { name: "src/wait.ts" }).uncheck();
  for (const look of [
    { theme: "dark", width: 380 },
    { theme: "light", width: 280 },
    { theme: "hc-dark", width: 380 },
  ] as const) {
    await applyLook(page, look);
    await takePicture(page, `agent-card-shared-${look.theme}`);
    expect(await page.evaluate(() => document.body.scrollWidth <= innerWidth)).toBe(true);
  }
});

test("with forced colours the lines of a difference and the states still differ", async () => {
  const { page } = await agentViews.cards({ context: { forcedColors: "active" } });
  const signs = async () => {
    const texts = await page.locator(".code-row .code-sign").allInnerTexts();
    return new Set(texts.map((sign) => sign.trim()));
  };
  await expect.poll(signs).toEqual(new Set(["−", "+", ""]));
  await takePicture(page, "agent-cards-forced-colors");
});
