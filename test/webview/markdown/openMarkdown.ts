import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";

import { build } from "esbuild";
import type { Page } from "playwright-core";

import { root } from "../../../scripts/paths.ts";
import { themeScript } from "../../support/fakeHost/looks.ts";
import type { ThemeName } from "../../support/fakeHost/themes.ts";
import { serveFiles } from "../../support/pages/builtPage.ts";
import { takePage } from "../../support/pages/pages.ts";
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

/** The renderer alone, under the policy that the extension gives its page. */
export async function openMarkdown(options: OpenOptions = {}): Promise<MarkdownPage> {
  const taken = await takePage({
    context: { forcedColors: options.forcedColors === true ? "active" : "none" },
    width: options.width ?? 420,
    height: 800,
  });
  served ??= bundle().then(serveFiles);
  await taken.show(`${await served}/?place=sidebar`, themeScript(options.theme ?? "dark"));
  return taken;
}

let served: Promise<string> | undefined;

/** A page with a text that came in these parts. */
export async function showMarkdown(
  parts: readonly string[],
  options: OpenOptions = {},
): Promise<MarkdownPage> {
  const opened = await openMarkdown(options);
  await opened.page.evaluate((given) => void markdownTest.show(given), parts);
  return opened;
}

/** A page with everything that the renderer draws. */
export async function openSample(): Promise<MarkdownPage> {
  const sample = await readFile(new URL("sample.md", import.meta.url), "utf8");
  const opened = await openMarkdown();
  await opened.page.evaluate(async (text) => {
    await Promise.all(["ts", "python", "json", "diff"].map(markdownTest.loadLanguage));
    const { host } = markdownTest.show([text]);
    host.settle();
  }, sample);
  return opened;
}

async function bundle(): Promise<Map<string, Uint8Array>> {
  const { outputFiles } = await build({
    entryPoints: ["main.ts", "main.css"].map((name) =>
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
  return new Map(outputFiles.map((file) => [`/${basename(file.path)}`, file.contents]));
}
