import { join } from "node:path";

import { updateManifestPath } from "../../shared/hubApi/updateManifest.ts";
import type { Route } from "../api/router.ts";
import { originOfRequest } from "../http/requestOrigin.ts";
import { connectPage } from "./connectPage.ts";
import {
  downloadFile,
  downloadManifest,
  packageVersion,
  releaseFile,
  releaseNames,
} from "./download.ts";
import { downloadPage } from "./downloadPage.ts";

export function downloadRoutes(programFolder: string): readonly Route[] {
  const packageFolder = join(programFolder, "package");
  const access = "open";
  return [
    {
      method: "GET",
      path: updateManifestPath,
      access,
      handle: () => downloadManifest(packageFolder),
    },
    {
      method: "GET",
      path: "/vscode-extension",
      access,
      handle: (request) =>
        downloadPage(
          packageVersion(packageFolder),
          releaseNames(packageFolder),
          request.header("accept-language"),
        ),
    },
    ...["/connect", "/hub/connect"].map((path): Route => ({
      method: "GET",
      path,
      access,
      handle: (request) => connectPage(originOfRequest(request), request.header("accept-language")),
    })),
    {
      method: "GET",
      path: "/third-party-notices.txt",
      access,
      handle: () => downloadFile(programFolder, "THIRD-PARTY-NOTICES.txt"),
    },
    {
      method: "GET",
      path: "/vscode-extension.zip",
      access,
      handle: () => downloadFile(packageFolder, "vscode-extension.zip"),
    },
    {
      method: "GET",
      path: "/release/*",
      access,
      handle: (_, path) => releaseFile(packageFolder, path),
    },
    {
      method: "GET",
      path: "/vscode-extension/*",
      access,
      handle: (_, path) => downloadFile(`${packageFolder}/vscode-extension`, path),
    },
  ];
}
