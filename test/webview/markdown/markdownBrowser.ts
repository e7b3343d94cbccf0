import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, extname, join } from "node:path";

import { build } from "esbuild";
import { type Browser, chromium, type Page } from "playwright-core";

import { browserArgs, findPageBrowser } from "../../../scripts/browser.ts";
import { root } from "../../../scripts/paths.ts";
import { pageHtml } from "../../../src/extension/view/pageHtml.ts";
import { applyTheme } from "../../support/fakeHost/looks.ts";
import type { ThemeName } from "../../support/fakeHost/themes.ts";
import type { MarkdownTest } from "./page/main.ts";

declare global {
  // eslint-disable-next-line no-var -- only `var` declares a property of the global object.
  var markdownTest: MarkdownTest;
}

interface OpenOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly forcedColors?: boolean;
}

export interface MarkdownPage {
  readonly page: Page;
  /** Reports of the Content-Security-Policy, and errors that nobody caught. */
  readonly problems: string[];
  /** Addresses that the page asked for, besides its own files. */
  readonly foreignRequests: string[];
}

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".js": "text/javascript",
  ".ttf": "font/ttf",
};

/** The renderer alone in headless Chromium, under the policy that the extension gives its page. */
export class MarkdownBrowser {
  readonly #browser: Browser;
  readonly #server: Server;

  private constructor(browser: Browser, server: Server) {
    this.#browser = browser;
    this.#server = server;
  }

  static async start(): Promise<MarkdownBrowser> {
    const files = await bundle();
    const server = createServer((request, response) => {
      const path = new URL(request.url ?? "/", "http://page").pathname;
      const file = files.get(basename(path));
      if (path === "/") {
        response.setHeader("content-type", "text/html");
        response.end(documentFor(request.headers.host ?? ""));
      } else if (file) {
        response.setHeader("content-type", contentTypes[extname(path)] ?? "text/plain");
        response.end(file);
      } else {
        response.writeHead(path === "/favicon.ico" ? 204 : 404).end();
      }
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const executablePath = findPageBrowser();
    if (executablePath === undefined) {
      throw new Error("No browser of the Chromium family was found");
    }
    return new MarkdownBrowser(
      await chromium.launch({ executablePath, args: [...browserArgs] }),
      server,
    );
  }

  async open(options: OpenOptions = {}): Promise<MarkdownPage> {
    const context = await this.#browser.newContext({
      viewport: { width: options.width ?? 420, height: 800 },
      forcedColors: options.forcedColors ? "active" : "none",
    });
    const page = await context.newPage();
    const { port } = this.#server.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    const problems: string[] = [];
    const foreignRequests: string[] = [];
    page.on("pageerror", (error) => problems.push(String(error.stack)));
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
    await page.addInitScript({
      content: `document.addEventListener("securitypolicyviolation", (event) => console.error("policy: " + event.violatedDirective + " " + event.blockedURI));`,
    });
    await page.goto(`${origin}/`);
    await applyTheme(page, options.theme ?? "dark");
    return { page, problems, foreignRequests };
  }

  /** A page with a text that came in these parts. */
  async show(parts: readonly string[], options: OpenOptions = {}): Promise<MarkdownPage> {
    const opened = await this.open(options);
    await opened.page.evaluate((given) => void markdownTest.show(given), parts);
    return opened;
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }
}

function documentFor(host: string): string {
  return pageHtml({
    script: "/main.js",
    style: "/page.css",
    cspSource: `http://${host}`,
    locale: "en",
    place: "sidebar",
  });
}

async function bundle(): Promise<Map<string, Uint8Array>> {
  const { outputFiles } = await build({
    entryPoints: ["main.ts", "page.css"].map((name) =>
      join(root, "test/webview/markdown/page", name),
    ),
    outdir: "out",
    bundle: true,
    splitting: true,
    // The reference decodes entities by the HTML parser elsewhere, which the policy forbids.
    conditions: ["worker"],
    format: "esm",
    loader: { ".ttf": "file" },
    target: "es2023",
    write: false,
    logLevel: "error",
  });
  return new Map(outputFiles.map((file) => [basename(file.path), file.contents]));
}
