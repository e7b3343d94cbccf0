import { isSecretFile } from "../shared/guarded/secretFiles.ts";

/**
 * Whether a file reached through links is outside all folders, or likely to hold secrets. `realPath` has all links
 * resolved and `/` as separator: the picked name may hide both.
 */
export function leadsElsewhere(realPath: string, realFolders: readonly string[]): boolean {
  const path = realPath.toLowerCase();
  const isInside = realFolders.some((folder) =>
    path.startsWith(`${folder.toLowerCase().replace(/\/$/u, "")}/`),
  );
  return !isInside || isSecretFile(path);
}
