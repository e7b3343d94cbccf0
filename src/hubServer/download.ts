import { createReadStream, realpathSync, statSync } from "node:fs";
import { extname, join, sep } from "node:path";

import { ApiError } from "./http/apiError.ts";
import type { HubResponse } from "./http/message.ts";

const contentTypes: Readonly<Record<string, string>> = {
  ".zip": "application/zip",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};

/** A file of the extension's package, by its path below `folder`; throws an `ApiError` (404) if it is not there. */
export function downloadFile(folder: string, path: string): HubResponse {
  const file = fileInside(folder, path);
  if (file === undefined) {
    throw new ApiError(404, "This hub has no such file of the extension.", { code: "not_found" });
  }
  return {
    status: 200,
    headers: {
      "content-type": contentTypes[extname(file.path)] ?? "application/octet-stream",
      "content-length": String(file.size),
      "content-security-policy": "default-src 'none'; sandbox",
    },
    body: async (sink) => {
      // A stream that was given no encoding yields buffers.
      const chunks: AsyncIterable<Uint8Array> = createReadStream(file.path);
      for await (const chunk of chunks) {
        if (!sink.write(chunk)) {
          await sink.drained();
        }
      }
    },
  };
}

/** Links and `..` are followed first, so that nothing outside the folder is ever served. */
function fileInside(
  folder: string,
  path: string,
): { readonly path: string; readonly size: number } | undefined {
  try {
    const root = realpathSync(folder);
    const real = realpathSync(join(root, path));
    const stats = statSync(real);
    return real.startsWith(root + sep) && stats.isFile()
      ? { path: real, size: stats.size }
      : undefined;
  } catch {
    // Not there, or a name that no file can have.
    return undefined;
  }
}
