import { expect, test } from "vitest";

import { faultless, faultsOf } from "../../support/drawnPage.ts";
import { applyTheme } from "../../support/fakeHost/looks.ts";
import { contextScenes, openScene } from "./contextScenes.ts";

test.each(contextScenes)("$name is drawn without a fault in any theme", async (scene) => {
  const opened = await openScene(scene);
  for (const theme of ["light", "hc-dark", "hc-light"] as const) {
    await applyTheme(opened.page, theme);
    expect({ theme, ...(await faultsOf(opened)) }).toEqual({ theme, ...faultless });
  }
});
