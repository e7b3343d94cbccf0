import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

import { build } from "esbuild";

import { root } from "../../../scripts/paths.ts";
import { pageHtml, type PageResources } from "../../../src/extension/view/pageHtml.ts";

const contentTypes: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".ttf": "font/ttf",
};

type Files = ReadonlyMap<string, Uint8Array>;

/**
 * Serves these files by their path, and at `/` the extension's document and policy, with the script and style of the
 * search parameter `page`. The server ends with the process.
 */
export async function serveFiles(files: Files): Promise<string> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://page");
    const content =
      url.pathname === "/" ? documentFor(url, request.headers.host ?? "") : files.get(url.pathname);
    // The browser requests an icon by itself.
    response.statusCode = content === undefined && url.pathname !== "/favicon.ico" ? 404 : 200;
    response.setHeader("content-type", contentTypes[extname(url.pathname)] ?? "text/html");
    // The files are read once, so the browser may keep them, and their compiled code.
    response.setHeader("cache-control", url.pathname === "/" ? "no-store" : "max-age=86400");
    response.end(content);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The address of a document of the built pages. */
export async function builtPage(
  page: "main" | "seller" | "usage",
  { locale = "en", place = "editor" }: Partial<Pick<PageResources, "locale" | "place">>,
): Promise<string> {
  builtPages ??= serveFiles(readBuiltFiles());
  return `${await builtPages}/?page=${page}&locale=${locale}&place=${place}`;
}

let builtPages: Promise<string> | undefined;

function documentFor(url: URL, host: string): string {
  const { page = "main", locale, place } = Object.fromEntries(url.searchParams);
  return pageHtml({
    script: `/${page}.js`,
    style: `/${page}.css`,
    cspSource: `http://${host}`,
    locale: locale === "pt-br" ? "pt-br" : "en",
    place: place === "sidebar" ? "sidebar" : "editor",
  });
}

/** Every file of the built pages by its path, so that a build in the meantime changes nothing. */
function readBuiltFiles(): Files {
  const folder = join(root, "dist", "webview");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return new Map(
    names
      .filter((name) => extname(name) !== "")
      .map((name) => [`/${name.replaceAll("\\", "/")}`, readFileSync(join(folder, name))]),
  );
}

/** A script below `test` with all that it imports, for a page. */
export async function bundleScript(path: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, "test", path)],
    bundle: true,
    alias: { "zod/mini": join(root, "src/shared/base/pageZod.ts") },
    minify: true,
    format: "iife",
    target: "es2023",
    write: false,
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}
