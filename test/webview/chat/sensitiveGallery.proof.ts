import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";

import { faultless, faultsOf, takePicture } from "../../support/drawnPage.ts";
import type { Look } from "../../support/fakeHost/looks.ts";
import { message, openBlocked, openRouted, openWithFindings, report } from "./sensitiveDraft.ts";

const looks: readonly Look[] = [
  { theme: "dark", width: 400, locale: "en" },
  { theme: "light", width: 400, locale: "pt-br" },
  { theme: "hc-dark", width: 250, locale: "pt-br" },
  { theme: "hc-light", width: 250, locale: "en" },
];

describe.each(looks)("in $theme, $width px, $locale", (look) => {
  test("everything is drawn and nothing sticks out", async () => {
    const picture = (page: Page, scene: string) =>
      takePicture(page, `${scene}-${look.theme}-${look.width}-${look.locale}`);
    const draft = await openWithFindings({ ...look, height: 640 });
    await draft.page.locator(".draft-marks mark").first().waitFor();
    await draft.page.getByRole("button", { name: /^3 (findings|ocorrências)$/u }).click();
    await draft.page.getByRole("list", { name: /Sensitive data|Dados sensíveis/u }).waitFor();
    await picture(draft.page, "sensitive-list");
    await message(draft.page).press("Enter");
    await draft.page.getByRole("alert").waitFor();
    await picture(draft.page, "sensitive-question");
    expect(await faultsOf(draft)).toEqual(faultless);
    const failed = await openBlocked({ ...look, height: 640 });
    await failed.page.getByRole("list", { name: /Sensitive data|Dados sensíveis/u }).waitFor();
    await picture(failed.page, "sensitive-blocked");
    expect(await faultsOf(failed)).toEqual(faultless);
    const asked = await openWithFindings(
      { ...look, height: 640 },
      report({ route: { model: "gpt-x-large", mayMask: true } }),
    );
    await message(asked.page).press("Enter");
    await asked.page.getByRole("alert").waitFor();
    await picture(asked.page, "sensitive-route");
    expect(await faultsOf(asked)).toEqual(faultless);
    const kept = await openWithFindings(
      { ...look, height: 640 },
      report({ route: { model: "gpt-x-large", mayMask: false } }),
    );
    await message(kept.page).press("Enter");
    await kept.page.getByRole("alert").waitFor();
    await picture(kept.page, "sensitive-route-kept");
    expect(await faultsOf(kept)).toEqual(faultless);
    const routed = await openRouted({ ...look, height: 640 });
    await routed.page.getByText(/in house|internamente/u).waitFor();
    await picture(routed.page, "sensitive-routed");
    expect(await faultsOf(routed)).toEqual(faultless);
  });
});
