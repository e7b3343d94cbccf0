import { expect, test } from "vitest";

import { faultless, faultsOf } from "../../support/drawnPage.ts";
import { contextScenes, openScene } from "./contextScenes.ts";

test.each(contextScenes)("$name is drawn without a fault", async (scene) => {
  expect(await faultsOf(await openScene(scene))).toEqual(faultless);
});
