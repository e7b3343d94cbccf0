import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { SellerLab } from "../../integration/sellerPage/sellerLab.ts";
import { faultless, faultsOf, takePicture } from "../../support/drawnPage.ts";
import type { Look } from "../../support/fakeHost/looks.ts";
import { openSeller } from "./openSeller.ts";
import { sellerScenes } from "./sellerScenes.ts";

interface SellerLook extends Look {
  readonly kind: "sandbox" | "production";
}

const looks: readonly SellerLook[] = [
  { theme: "dark", width: 1000, locale: "pt-br", kind: "sandbox" },
  { theme: "light", width: 1000, locale: "en", kind: "production" },
  { theme: "hc-dark", width: 360, locale: "pt-br", kind: "production" },
  { theme: "hc-light", width: 250, locale: "en", kind: "sandbox" },
];

describe.each(looks)("in $theme, $width px, $locale, $kind", (look) => {
  let lab: SellerLab;
  beforeAll(async () => {
    lab = await SellerLab.start({
      kind: look.kind,
      ambiente: "HML",
      language: look.locale === "en" ? "en" : "ptBr",
    });
  });
  afterAll(() => lab[Symbol.asyncDispose]());

  test.each(sellerScenes)("$name is drawn without a fault", async ({ name, prepare }) => {
    const opened = await openSeller({ ...look, lab, height: 720 });
    await opened.page.getByRole("tablist").waitFor();
    await prepare(opened.page, lab);
    await takePicture(opened.page, `seller-${name}-${look.theme}-${look.width}-${look.locale}`);
    expect(await faultsOf(opened)).toEqual(faultless);
  });
});
