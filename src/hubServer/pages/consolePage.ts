import { extname } from "node:path";

import { ApiError } from "../http/apiError.ts";
import type { HubRequest, HubResponse } from "../http/message.ts";
import { cachedFile, fileInside } from "./staticFile.ts";

export interface ConsoleOptions {
  readonly folder: string;
  readonly version: string;
}

const contentTypes: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".map": "application/json; charset=utf-8",
};

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

const securityHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": policy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
};

/** A file of the console. A path that names a view gets the page. */
export function consoleFile(
  path: string,
  request: Pick<HubRequest, "header">,
  { folder, version }: ConsoleOptions,
): HubResponse {
  if (extname(path) in contentTypes) {
    const content = fileInside(folder, path);
    if (!content) {
      throw new ApiError(404, "The console has no such file.", { code: "not_found" });
    }
    return cachedFile(request, {
      content,
      type: contentTypes[extname(path)] ?? "",
      // The names of these files change with their content.
      isLasting: path.includes("/chunks/"),
      headers: securityHeaders,
    });
  }
  if (!fileInside(folder, "/main.js")) {
    return consolePage(version);
  }
  const content = new TextEncoder().encode(pageHtml(path));
  return cachedFile(request, {
    content,
    type: "text/html; charset=utf-8",
    isLasting: false,
    headers: securityHeaders,
  });
}

function consolePage(version: string): HubResponse {
  return {
    status: 200,
    headers: { "content-type": "text/html; charset=utf-8", ...securityHeaders },
    body: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>AI Hub</title>
<h1>AI Hub ${version} is running</h1>
<p>Base URL for tools: this address followed by <code>/hub/v1</code>, with a hub token as bearer token.</p>
<p>The console was not built with this hub: run <code>npm run build</code>. Until then tokens are made with the
administrator's token: <code>POST /hub/admin/v1/tokens</code>.</p>
</html>
`,
  };
}

/** The page's HTML. Its relative addresses work behind a proxy's path prefix. */
function pageHtml(path: string): string {
  const base = path === "" ? "console/" : "../".repeat(path.split("/").length - 2);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>AI Hub</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}main.css">
<script type="module" src="${base}main.js"></script>
<body>
<div id="root"></div>
<noscript>The console of AI Hub needs JavaScript. O console do AI Hub precisa de JavaScript.</noscript>
</body>
</html>
`;
}
