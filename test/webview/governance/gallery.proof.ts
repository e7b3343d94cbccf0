import { describe, expect, test } from "vitest";

import { faultless, faultsOf, takePicture } from "../../support/drawnPage.ts";
import { applyLook, byLocale, type Look } from "../../support/fakeHost/looks.ts";
import { governanceScenes, openScene } from "./governanceScenes.ts";

const looks: readonly Look[] = [
  { theme: "dark", width: 400, locale: "en" },
  { theme: "light", width: 400, locale: "pt-br" },
  { theme: "hc-dark", width: 250, locale: "pt-br" },
];

describe.each(byLocale(looks))("in $locale", ({ locale, looks: shown }) => {
  test.each(governanceScenes)("$name is drawn without a fault", async (scene) => {
    const opened = await openScene(scene, locale);
    for (const look of shown) {
      await applyLook(opened.page, look);
      const name = `${scene.name}-${look.theme}-${look.width}-${locale}`;
      await takePicture(opened.page, name);
      expect({ name, ...(await faultsOf(opened)) }).toEqual({ name, ...faultless });
    }
  });
});
