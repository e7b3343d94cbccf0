import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

import { build } from "esbuild";
import { type Browser, chromium, type Page } from "playwright-core";

import { browserArgs, findPageBrowser } from "../../../scripts/browser.ts";
import { root } from "../../../scripts/paths.ts";
import { pageHtml } from "../../../src/extension/view/pageHtml.ts";
import { applyTheme } from "../../support/fakeHost/looks.ts";
import type { ThemeName } from "../../support/fakeHost/themes.ts";
import type { FakeUsageOptions } from "./fakeUsageHost.ts";

export interface UsageOptions extends FakeUsageOptions {
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

const contentTypes: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".ttf": "font/ttf",
};

/** The built usage page in headless Chromium, with the document and the policy that the extension gives it. */
export class UsageBrowser {
  readonly #browser: Browser;
  readonly #server: Server;
  readonly #hostScript: string;

  private constructor(browser: Browser, server: Server, hostScript: string) {
    this.#browser = browser;
    this.#server = server;
    this.#hostScript = hostScript;
  }

  static async start(): Promise<UsageBrowser> {
    const executablePath = findPageBrowser();
    if (executablePath === undefined) {
      throw new Error("No browser of the Chromium family was found");
    }
    const files = readBuiltFiles();
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? "/", "http://page");
      const content =
        url.pathname === "/" ? documentFor(url, request.headers.host) : files.get(url.pathname);
      response.statusCode = content === undefined && url.pathname !== "/favicon.ico" ? 404 : 200;
      const type = url.pathname === "/" ? "text/html" : contentTypes[extname(url.pathname)];
      response.setHeader("content-type", type ?? "text/plain");
      response.end(content);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const browser = await chromium.launch({ executablePath, args: [...browserArgs] });
    return new UsageBrowser(browser, server, await bundleHost());
  }

  async open(options: UsageOptions): Promise<OpenUsage> {
    const { answer, locale = "en", width = 800, height = 900 } = options;
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
    await page.addInitScript({
      content: `globalThis.fakeUsageAnswer = ${JSON.stringify(answer)};
document.addEventListener("securitypolicyviolation", (event) => console.error("policy: " + event.violatedDirective));
${this.#hostScript}`,
    });
    const { port } = this.#server.address() as AddressInfo;
    await page.clock.setFixedTime(new Date("2026-11-21T15:00:00Z"));
    await page.goto(`http://127.0.0.1:${port}/?locale=${locale}`);
    await applyTheme(page, options.theme ?? "dark");
    return { page, problems };
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }
}

function documentFor(url: URL, host: string | undefined): string {
  return pageHtml({
    script: "/usage.js",
    style: "/usage.css",
    cspSource: `http://${host ?? ""}`,
    locale: url.searchParams.get("locale") === "pt-br" ? "pt-br" : "en",
    place: "editor",
  });
}

function readBuiltFiles(): ReadonlyMap<string, Buffer> {
  const folder = join(root, "dist", "webview");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return new Map(
    names
      .filter((name) => extname(name) !== "")
      .map((name) => [`/${name.replaceAll("\\", "/")}`, readFileSync(join(folder, name))]),
  );
}

async function bundleHost(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, "test/webview/usage/fakeUsageHost.ts")],
    bundle: true,
    format: "iife",
    target: "es2023",
    write: false,
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}
