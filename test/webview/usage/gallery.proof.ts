import { describe, expect, test } from "vitest";

import { faultless, faultsOf, takePicture } from "../../support/drawnPage.ts";
import { applyLook, byLocale, type Look } from "../../support/fakeHost/looks.ts";
import { openUsage } from "./openUsage.ts";
import { usageScenes } from "./usageScenes.ts";

const looks: readonly Look[] = [
  { theme: "dark", width: 900, locale: "en" },
  { theme: "light", width: 900, locale: "pt-br" },
  { theme: "hc-dark", width: 400, locale: "pt-br" },
  { theme: "hc-light", width: 250, locale: "en" },
];

describe.each(byLocale(looks))("in $locale", ({ locale, looks: shown }) => {
  test.each(usageScenes)("%s is drawn without a fault", async (scene, answer) => {
    const opened = await openUsage(answer, { locale });
    for (const look of shown) {
      await applyLook(opened.page, look);
      const name = `${scene}-${look.theme}-${look.width}-${locale}`;
      await takePicture(opened.page, name, true);
      expect({ name, ...(await faultsOf(opened)) }).toEqual({ name, ...faultless });
    }
  });
});
