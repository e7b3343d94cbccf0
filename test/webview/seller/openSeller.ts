import type { Page } from "playwright-core";

import { SellerPage } from "../../../src/extension/seller/page/sellerPage.ts";
import { webviewChannel } from "../../../src/extension/view/webviewChannel.ts";
import { Emitter } from "../../../src/shared/base/emitter.ts";
import { type LabOptions, SellerLab } from "../../integration/sellerPage/sellerLab.ts";
import { themeScript } from "../../support/fakeHost/looks.ts";
import type { ThemeName } from "../../support/fakeHost/themes.ts";
import { builtPage } from "../../support/pages/builtPage.ts";
import { takePage } from "../../support/pages/pages.ts";

export interface OpenSeller extends LabOptions {
  readonly locale?: "en" | "pt-br";
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  readonly lab?: SellerLab;
}

export interface OpenSellerPage {
  readonly page: Page;
  readonly lab: SellerLab;
  /** Reports of the policy, and errors that nobody caught. */
  readonly problems: string[];
}

/** The built seller page with the real host behind it, and a real sandbox behind that. */
export async function openSeller(options: OpenSeller = {}): Promise<OpenSellerPage> {
  const { locale = "en", width = 900, height = 700 } = options;
  const lab = options.lab ?? (await SellerLab.start(options));
  const taken = await takePage({
    context: {
      locale: locale === "en" ? "en-US" : "pt-BR",
      timezoneId: "America/Sao_Paulo",
      reducedMotion: "reduce",
    },
    width,
    height,
  });
  const { page, problems } = taken;
  const fromPage = new Emitter<unknown>();
  const exposed = await page.exposeFunction("tellHost", (message: unknown) =>
    fromPage.fire(message),
  );
  const host = new SellerPage(
    webviewChannel({
      postMessage: async (messages: unknown) => {
        await page.evaluate((told) => window.postMessage(told, window.origin), messages);
        return true;
      },
      onDidReceiveMessage: fromPage.event,
    }),
    lab.back,
    () => {},
  );
  taken.onEnd(async () => {
    host.dispose();
    await exposed.dispose();
  });
  await taken.show(
    await builtPage("seller", { locale }),
    `${themeScript(options.theme ?? "dark")}
globalThis.acquireVsCodeApi = () => ({
  postMessage: (message) => globalThis.tellHost(message),
  getState: () => undefined,
  setState: () => undefined,
});`,
  );
  return { page, lab, problems };
}
