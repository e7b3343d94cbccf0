import type { Page } from "playwright-core";

import { themeScript } from "../../support/fakeHost/looks.ts";
import type { ThemeName } from "../../support/fakeHost/themes.ts";
import { builtPage, bundleScript } from "../../support/pages/builtPage.ts";
import { takePage } from "../../support/pages/pages.ts";
import type { FakeUsageOptions } from "./fakeUsageHost.ts";

interface UsageOptions {
  readonly locale?: "en" | "pt-br";
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
}

export interface OpenUsage {
  readonly page: Page;
  /** Reports of the Content-Security-Policy, and errors that nobody caught. */
  readonly problems: string[];
}

/** The built usage page with a host that answers like this, when the answer is drawn. */
export async function openUsage(
  answer: FakeUsageOptions["answer"],
  options: UsageOptions = {},
): Promise<OpenUsage> {
  const { locale = "en", width = 800, height = 900 } = options;
  const taken = await takePage({
    context: {
      locale: locale === "en" ? "en-US" : "pt-BR",
      timezoneId: "America/Sao_Paulo",
      reducedMotion: "reduce",
    },
    width,
    height,
    now: new Date("2026-11-21T15:00:00Z"),
  });
  hostScript ??= bundleScript("webview/usage/fakeUsageHost.ts");
  await taken.show(
    await builtPage("usage", { locale }),
    `${themeScript(options.theme ?? "dark")}
globalThis.fakeUsageAnswer = ${JSON.stringify(answer)};
${await hostScript}`,
  );
  await taken.page.locator("main[aria-busy=false]").waitFor();
  return taken;
}

let hostScript: Promise<string> | undefined;
