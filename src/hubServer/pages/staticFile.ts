import { createHash } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";

import type { HubRequest, HubResponse } from "../http/message.ts";

export interface StaticFile {
  readonly content: Uint8Array;
  readonly type: string;
  readonly isLasting: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

export function cachedFile(
  request: Pick<HubRequest, "header">,
  { content, type, isLasting, headers: others }: StaticFile,
): HubResponse {
  const etag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
  const headers = {
    etag,
    "cache-control": isLasting ? "public, max-age=31536000, immutable" : "no-cache",
    ...others,
  };
  const isKnown = request.header("if-none-match")?.split(/,\s*/u).includes(etag) === true;
  return isKnown
    ? { status: 304, headers, body: "" }
    : { status: 200, headers: { "content-type": type, ...headers }, body: content };
}

/** A file inside the folder, after links and `..` are resolved. */
export function fileInside(folder: string, path: string): Uint8Array | undefined {
  try {
    const root = realpathSync(folder);
    const real = realpathSync(join(root, path));
    return real.startsWith(root + sep) ? readFileSync(real) : undefined;
  } catch {
    // Missing, or an impossible name.
    return undefined;
  }
}
