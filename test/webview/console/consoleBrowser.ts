import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

import { browserArgs, findPageBrowser } from "../../../scripts/browser.ts";
import { now } from "./auditEntries.ts";
import { adminToken, password } from "./fakeAnswers.ts";
import type { FakeHub } from "./fakeHub.ts";

/** How the console is looked at. */
export interface Look {
  readonly locale: "en-US" | "pt-BR";
  readonly scheme: "light" | "dark";
  /** Whether the person's own colours replace the page's. */
  readonly isForced: boolean;
  /** In pixels. */
  readonly width: number;
}

export interface OpenOptions extends Partial<Look> {
  readonly hub: FakeHub;
  /** What follows `/hub/console`. */
  readonly path?: string;
  readonly height?: number;
  /** Who is signed in before the page opens; nobody without it. */
  readonly as?: "admin" | "user";
}

export interface OpenConsole {
  readonly page: Page;
  /** Reports of the Content-Security-Policy, and errors that nobody caught. */
  readonly problems: string[];
}

/** The built console in headless Chromium, on the clock of the organisation. */
export class ConsoleBrowser {
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async start(): Promise<ConsoleBrowser> {
    const executablePath = findPageBrowser();
    if (executablePath === undefined) {
      throw new Error("No browser of the Chromium family was found");
    }
    return new ConsoleBrowser(await chromium.launch({ executablePath, args: [...browserArgs] }));
  }

  async open(options: OpenOptions): Promise<OpenConsole> {
    const { hub, path = "", width = 1440, height = 900 } = options;
    const settings: BrowserContextOptions = {
      viewport: { width, height },
      locale: options.locale ?? "en-US",
      colorScheme: options.scheme ?? "light",
      forcedColors: options.isForced === true ? "active" : "none",
      reducedMotion: "reduce",
      permissions: ["clipboard-read", "clipboard-write"],
    };
    const context = await this.#browser.newContext(settings);
    if (options.as) {
      const data =
        options.as === "admin"
          ? { admin_token: adminToken }
          : { login: "bruno@acme.example", password };
      const answer = await context.request.post(`${hub.origin}/hub/admin/v1/session`, { data });
      const { csrf_token: token } = (await answer.json()) as { readonly csrf_token: string };
      // As the page keeps it where somebody signed in; not again after it was taken away.
      await context.addInitScript((secret) => {
        if (sessionStorage.length === 0) {
          sessionStorage.setItem("ai-hub-console-page", secret);
        }
      }, token);
    }
    const page = await context.newPage();
    await page.clock.setFixedTime(now);
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => {
      // The browser itself reports every refused request; those are what tests ask for.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
        problems.push(message.text());
      }
    });
    page.on("request", (request) => {
      if (!/^(?:blob:|data:)/u.test(request.url()) && !request.url().startsWith(hub.origin)) {
        problems.push(`foreign: ${request.url()}`);
      }
    });
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        // oxlint-disable-next-line no-console -- how the page tells the test
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
      });
    });
    await page.goto(`${hub.origin}/hub/console${path}`);
    return { page, problems };
  }

  async stop(): Promise<void> {
    await this.#browser.close();
  }
}

/** Gives a shown page other colours and another width. */
export async function applyLook(page: Page, look: Look): Promise<void> {
  const { height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: look.width, height });
  await page.emulateMedia({
    colorScheme: look.scheme,
    forcedColors: look.isForced ? "active" : "none",
  });
}
