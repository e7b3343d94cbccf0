import { expect, test } from "vitest";

import { faultless, faultsOf } from "../../support/drawnPage.ts";
import { agentViews } from "./agentViews.ts";

test.each(Object.entries(agentViews))("%s is drawn without a fault", async (_, show) => {
  const opened = await show({});
  expect(await faultsOf(opened)).toEqual(faultless);
});

test.each(Object.entries(agentViews))("each action of %s has 24 px", async (_, show) => {
  const { page } = await show({ width: 280 });
  const small = await page.evaluate(() =>
    Array.from(document.querySelectorAll("button, [role=button], summary"))
      // A link in a sentence is as high as its line.
      .filter((one) => !one.closest("p, .run-tainted"))
      .map((one) => ({ one, place: one.getBoundingClientRect() }))
      .filter(({ place }) => place.height > 0 && Math.min(place.height, place.width) < 23.5)
      .map(
        ({ one, place }) => `${one.className} ${one.textContent} ${place.width}×${place.height}`,
      ),
  );
  expect(small).toEqual([]);
});
