import { isSecretFile } from "../shared/guarded/secretFiles.ts";

/**
 * Whether a file that was reached through links lies outside all folders, or is likely to hold secrets. `path`
 * is the path after all links are followed, with `/`: the name under which the file was picked may hide both.
 */
export function leadsElsewhere(realPath: string, realFolders: readonly string[]): boolean {
  const path = realPath.toLowerCase();
  const isInside = realFolders.some((folder) =>
    path.startsWith(`${folder.toLowerCase().replace(/\/$/u, "")}/`),
  );
  return !isInside || isSecretFile(path);
}
