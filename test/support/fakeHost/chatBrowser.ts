import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

import { build } from "esbuild";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

import { browserArgs, findPageBrowser } from "../../../scripts/browser.ts";
import { root } from "../../../scripts/paths.ts";
import { pageHtml } from "../../../src/extension/view/pageHtml.ts";
import type { FakeHostOptions } from "./fakeHost.ts";
import { applyTheme } from "./looks.ts";
import type { ThemeName } from "./themes.ts";

export interface OpenOptions extends FakeHostOptions {
  readonly locale?: "en" | "pt-br";
  readonly place?: "sidebar" | "editor";
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  readonly context?: BrowserContextOptions;
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

const contentTypes: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".ttf": "font/ttf",
};

/** The built page in headless Chromium, served with the extension's document and policy. */
export class ChatBrowser {
  readonly #browser: Browser;
  readonly #server: Server;
  readonly #hostScript: string;

  private constructor(browser: Browser, server: Server, hostScript: string) {
    this.#browser = browser;
    this.#server = server;
    this.#hostScript = hostScript;
  }

  /** With `showsScrollbars`, scrollbars are drawn and take room, as in the editor. */
  static async start(options: { readonly showsScrollbars?: boolean } = {}): Promise<ChatBrowser> {
    const executablePath = findPageBrowser();
    if (executablePath === undefined) {
      throw new Error("No browser of the Chromium family was found");
    }
    const files = readBuiltPage();
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? "/", "http://page");
      if (url.pathname === "/") {
        response.setHeader("content-type", "text/html");
        response.end(documentFor(url, request.headers.host ?? ""));
        return;
      }
      sendFile(url.pathname, files.get(url.pathname), response);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const browser = await chromium.launch({
      executablePath,
      args: [...browserArgs],
      ignoreDefaultArgs: options.showsScrollbars ? ["--hide-scrollbars"] : [],
    });
    return new ChatBrowser(browser, server, await bundleHost());
  }

  async open(options: OpenOptions): Promise<OpenPage> {
    const { locale = "en", place = "sidebar", width = 400, height = 700 } = options;
    const context = await this.#browser.newContext({
      viewport: { width, height },
      locale: locale === "en" ? "en-US" : "pt-BR",
      timezoneId: "America/Sao_Paulo",
      reducedMotion: "reduce",
      ...options.context,
    });
    const page = await context.newPage();
    const { port } = this.#server.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    const problems: string[] = [];
    const foreignRequests: string[] = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") {
        problems.push(message.text());
      }
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(`${origin}/`)) {
        foreignRequests.push(request.url());
      }
    });
    const { snapshot, earlier, models, results } = options;
    await page.addInitScript({
      content: `globalThis.fakeHostOptions = ${JSON.stringify({ snapshot, earlier, models, results })};
document.addEventListener("securitypolicyviolation", (event) => console.error("policy: " + event.violatedDirective + " " + event.blockedURI));
${this.#hostScript}`,
    });
    if (options.missing !== undefined) {
      await page.route(options.missing, (route) => route.abort());
    }
    const { late } = options;
    if (late) {
      await page.route(late.files, async (route) => {
        await late.until;
        await route.continue();
      });
    }
    await page.goto(`${origin}/?locale=${locale}&place=${place}`);
    await applyTheme(page, options.theme ?? "dark");
    return { page, problems, foreignRequests };
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }
}

function documentFor(url: URL, host: string): string {
  return pageHtml({
    script: "/main.js",
    style: "/main.css",
    cspSource: `http://${host}`,
    locale: url.searchParams.get("locale") === "pt-br" ? "pt-br" : "en",
    place: url.searchParams.get("place") === "editor" ? "editor" : "sidebar",
  });
}

/** Every file of the built page by its path, read once, so that a later build changes nothing. */
function readBuiltPage(): ReadonlyMap<string, Buffer> {
  const folder = join(root, "dist", "webview");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return new Map(
    names
      .filter((name) => extname(name) !== "")
      .map((name) => [`/${name.replaceAll("\\", "/")}`, readFileSync(join(folder, name))]),
  );
}

function sendFile(path: string, content: Buffer | undefined, response: ServerResponse): void {
  // The browser requests an icon by itself.
  response.statusCode = content || path === "/favicon.ico" ? 200 : 404;
  response.setHeader("content-type", contentTypes[extname(path)] ?? "text/plain");
  response.end(content);
}

async function bundleHost(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, "test/support/fakeHost/fakeHost.ts")],
    bundle: true,
    format: "iife",
    target: "es2023",
    write: false,
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}
