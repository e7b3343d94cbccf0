import { extname } from "node:path";

import { ApiError } from "../http/apiError.ts";
import type { HubRequest, HubResponse } from "../http/message.ts";
import { cachedFile, fileInside } from "./staticFile.ts";

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".png": "image/png",
  ".html": "text/html; charset=utf-8",
};

const headers = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; sandbox allow-popups allow-same-origin",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

export function helpFile(
  name: string,
  request: Pick<HubRequest, "header">,
  folder: string,
): HubResponse {
  const file = extname(name) === "" ? `${name === "" ? "index" : name}.html` : name;
  const type = contentTypes[extname(file)];
  const content = type === undefined ? undefined : fileInside(folder, file);
  if (type === undefined || !content) {
    throw new ApiError(404, "The help has no such page.", { code: "not_found" });
  }
  return cachedFile(request, { content, type, isLasting: false, headers });
}
