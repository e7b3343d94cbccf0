import { createHash } from "node:crypto";
import { createReadStream, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { extname, join, sep } from "node:path";

import * as z from "zod/mini";

import { updateManifestSchema } from "../../shared/hubApi/updateManifest.ts";
import { ApiError } from "../http/apiError.ts";
import { type HubResponse, jsonResponse } from "../http/message.ts";

const contentTypes: Readonly<Record<string, string>> = {
  ".zip": "application/zip",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
};

export function downloadFile(folder: string, path: string): HubResponse {
  const file = fileInside(folder, path);
  if (file === undefined) {
    throw noSuchFile();
  }
  return {
    status: 200,
    headers: {
      "content-type": contentTypes[extname(file.path)] ?? "application/octet-stream",
      "content-length": String(file.size),
      "content-security-policy": "default-src 'none'; sandbox",
    },
    body: async (sink) => {
      // A stream without an encoding yields buffers.
      const chunks: AsyncIterable<Uint8Array> = createReadStream(file.path);
      for await (const chunk of chunks) {
        if (!sink.write(chunk)) {
          await sink.drained();
        }
      }
    },
  };
}

const releaseName = /^(?:ai-hub-[\w.-]+\.(?:vsix|cdx\.json)|SHA256SUMS(?:\.sig)?)$/u;

/** Files that a security team checks: the vsix, its SBOM, digests and their signature. */
export function releaseNames(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => releaseName.test(name))
    .toSorted();
}

export function releaseFile(folder: string, name: string): HubResponse {
  if (!releaseName.test(name)) {
    throw noSuchFile();
  }
  return downloadFile(folder, name);
}

const packageSchema = z.object({ version: updateManifestSchema.shape.version });

export async function downloadManifest(folder: string): Promise<HubResponse> {
  const archive = fileInside(folder, "vscode-extension.zip");
  if (!archive) {
    throw noSuchFile();
  }
  const version = packageVersion(folder);
  const hash = createHash("sha256");
  const chunks: AsyncIterable<Uint8Array> = createReadStream(archive.path);
  for await (const chunk of chunks) {
    hash.update(chunk);
  }
  const content: z.infer<typeof updateManifestSchema> = {
    version,
    file: "vscode-extension.zip",
    size: archive.size,
    sha256: hash.digest("hex"),
  };
  return jsonResponse(200, content);
}

export function packageVersion(folder: string): string {
  const manifest = fileInside(folder, "vscode-extension/package.json");
  if (!manifest) {
    throw noSuchFile();
  }
  return packageSchema.parse(JSON.parse(readFileSync(manifest.path, "utf8"))).version;
}

function noSuchFile(): ApiError {
  return new ApiError(404, "This hub has no such file of the extension.", { code: "not_found" });
}

/** A file inside the folder, after links and `..` are resolved. */
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
    // Missing, or an impossible name.
    return undefined;
  }
}
