import { expect, test } from "vitest";

import { faultless, faultsOf, takePicture } from "../../support/drawnPage.ts";
import { applyLook } from "../../support/fakeHost/looks.ts";
import { openSent } from "./sentQuestion.ts";

test.each(["en", "pt-br"] as const)(
  "sent values are drawn without a fault in %s",
  async (locale) => {
    const opened = await openSent({ locale, height: 420 });
    await opened.page.locator("mark").first().waitFor();
    for (const theme of ["light", "dark", "hc-dark", "hc-light"] as const) {
      for (const width of [250, 900]) {
        await applyLook(opened.page, { theme, width });
        const name = `sent-values-${theme}-${width}-${locale}`;
        await takePicture(opened.page, name);
        expect({ name, ...(await faultsOf(opened)) }).toEqual({ name, ...faultless });
      }
    }
  },
);
