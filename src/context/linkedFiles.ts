import { isSecretFile } from "../shared/guardedFiles.ts";

/**
 * Whether a file, by the path that is left when all links are followed, lies in none of the folders or is
 * likely to hold secrets: what it is called where it was picked says nothing of it then. Paths have `/`.
 */
export function leadsElsewhere(realPath: string, realFolders: readonly string[]): boolean {
  const path = realPath.toLowerCase();
  const isInside = realFolders.some((folder) =>
    path.startsWith(`${folder.toLowerCase().replace(/\/$/u, "")}/`),
  );
  return !isInside || isSecretFile(path);
}
