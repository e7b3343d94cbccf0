import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

import { type Browser, chromium, type Page } from "playwright-core";

import { browserArgs, findPageBrowser } from "../../../scripts/browser.ts";
import { root } from "../../../scripts/paths.ts";
import { SellerPage } from "../../../src/extension/seller/page/sellerPage.ts";
import { pageHtml } from "../../../src/extension/view/pageHtml.ts";
import { webviewChannel } from "../../../src/extension/view/webviewChannel.ts";
import { Emitter } from "../../../src/shared/emitter.ts";
import { type LabOptions, SellerLab } from "../../integration/sellerPage/sellerLab.ts";
import { applyTheme } from "../../support/fakeHost/looks.ts";
import type { ThemeName } from "../../support/fakeHost/themes.ts";

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

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".ttf": "font/ttf",
};

/** The built seller page in headless Chromium, with the real host behind it and a real sandbox behind that. */
export class SellerBrowser {
  readonly #browser: Browser;
  readonly #server: Server;

  private constructor(browser: Browser, server: Server) {
    this.#browser = browser;
    this.#server = server;
  }

  static async start(): Promise<SellerBrowser> {
    const executablePath = findPageBrowser();
    if (executablePath === undefined) {
      throw new Error("No browser of the Chromium family was found");
    }
    const files = readBuiltPage();
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? "/", "http://page");
      if (url.pathname === "/") {
        response.setHeader("content-type", "text/html");
        response.end(
          pageHtml({
            script: "/seller.js",
            style: "/seller.css",
            cspSource: `http://${request.headers.host ?? ""}`,
            locale: url.searchParams.get("locale") === "pt-br" ? "pt-br" : "en",
            place: "editor",
          }),
        );
        return;
      }
      response.setHeader("content-type", types[extname(url.pathname)] ?? "text/plain");
      response.end(files.get(url.pathname));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    return new SellerBrowser(
      await chromium.launch({ executablePath, args: [...browserArgs] }),
      server,
    );
  }

  async open(options: OpenSeller = {}): Promise<OpenSellerPage> {
    const { locale = "en", width = 900, height = 700 } = options;
    const lab = options.lab ?? (await SellerLab.start(options));
    const context = await this.#browser.newContext({
      viewport: { width, height },
      locale: locale === "en" ? "en-US" : "pt-BR",
      timezoneId: "America/Sao_Paulo",
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") {
        problems.push(message.text());
      }
    });
    await this.#connect(page, lab);
    const { port } = this.#server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/?locale=${locale}`);
    await applyTheme(page, options.theme ?? "dark");
    return { page, lab, problems };
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  async #connect(page: Page, lab: SellerLab): Promise<void> {
    const fromPage = new Emitter<unknown>();
    await page.exposeFunction("tellHost", (message: unknown) => fromPage.fire(message));
    await page.addInitScript(() => {
      Object.assign(globalThis, {
        acquireVsCodeApi: () => ({
          postMessage: (message: unknown) =>
            (globalThis as unknown as { tellHost: (told: unknown) => void }).tellHost(message),
          getState: () => undefined,
          setState: () => undefined,
        }),
      });
    });
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
    page.on("close", () => host.dispose());
  }
}

/** Every file of the built page by its path, so that a build in the meantime changes nothing. */
function readBuiltPage(): ReadonlyMap<string, Buffer> {
  const folder = join(root, "dist", "webview");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return new Map(
    names
      .filter((name) => extname(name) !== "")
      .map((name) => [`/${name.replaceAll("\\", "/")}`, readFileSync(join(folder, name))]),
  );
}
