import { afterAll, beforeAll, expect, test } from "vitest";

import { SellerLab } from "../../integration/sellerPage/sellerLab.ts";
import { faultless, faultsOf } from "../../support/drawnPage.ts";
import { openSeller } from "./openSeller.ts";
import { sellerScenes } from "./sellerScenes.ts";

let lab: SellerLab;
beforeAll(async () => {
  lab = await SellerLab.start();
});
afterAll(async () => {
  await lab[Symbol.asyncDispose]();
});

test.each(sellerScenes)("$name is drawn without a fault", async ({ prepare }) => {
  const opened = await openSeller({ lab, width: 1000, height: 720 });
  await opened.page.getByRole("tablist").waitFor();
  await prepare(opened.page, lab);
  expect(await faultsOf(opened)).toEqual(faultless);
});
