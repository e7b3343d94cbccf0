import type { BrowserContextOptions, Page } from "playwright-core";

import { builtPage, bundleScript } from "../pages/builtPage.ts";
import { takePage } from "../pages/pages.ts";
import type { FakeHostOptions } from "./fakeHost.ts";
import { themeScript } from "./looks.ts";
import type { ThemeName } from "./themes.ts";

export interface OpenOptions extends FakeHostOptions {
  readonly locale?: "en" | "pt-br";
  readonly place?: "sidebar" | "editor";
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  readonly context?: BrowserContextOptions;
  /** Scrollbars are drawn and take room, as in the editor. */
  readonly showsScrollbars?: boolean;
  /** The test changes its page in a way that the next one would notice, such as another clock. */
  readonly isOwn?: boolean;
  /** Files of the page that fail to load, as a glob. */
  readonly missing?: string;
  /** Files of the page that arrive late, as a glob. */
  readonly late?: { readonly files: string; readonly until: Promise<unknown> };
}

export interface OpenPage {
  readonly page: Page;
  /** Violations of the Content-Security-Policy, and uncaught errors. */
  readonly problems: string[];
  /** Addresses that the page requested, except its own files. */
  readonly foreignRequests: string[];
}

/**
 * The built page of the chat with a fake host, with the extension's document and policy. It has drawn its first
 * snapshot: before that it has no conversation to act on.
 */
export async function openChat(options: OpenOptions): Promise<OpenPage> {
  const { locale = "en", place = "sidebar", width = 400, height = 700 } = options;
  const taken = await takePage({
    context: {
      locale: locale === "en" ? "en-US" : "pt-BR",
      timezoneId: "America/Sao_Paulo",
      reducedMotion: "reduce",
      ...options.context,
    },
    width,
    height,
    showsScrollbars: options.showsScrollbars ?? false,
    // A page that has cached files would not request them.
    isOwn: options.isOwn ?? Boolean(options.missing ?? options.late),
  });
  await intercept(taken.page, options);
  const { snapshot, earlier, models, results } = options;
  hostScript ??= bundleScript("support/fakeHost/fakeHost.ts");
  await taken.show(
    await builtPage("main", { locale, place }),
    `${themeScript(options.theme ?? "dark")}
globalThis.fakeHostOptions = ${JSON.stringify({ snapshot, earlier, models, results })};
${await hostScript}`,
  );
  await taken.page.evaluate(() => fakeHost.attached());
  return taken;
}

let hostScript: Promise<string> | undefined;

async function intercept(page: Page, { missing, late }: OpenOptions): Promise<void> {
  if (missing !== undefined) {
    await page.route(missing, (route) => route.abort());
  }
  if (late) {
    await page.route(late.files, async (route) => {
      await late.until;
      await route.continue();
    });
  }
}
