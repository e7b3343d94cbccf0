import { basename, dirname } from "node:path";

/**
 * The folders that no run writes: the product's storage in the editor, and the editor's own `User` folder around it, which
 * has the settings, keys and tasks of the person. `storage` is `<User>/globalStorage/<extension>/agent`, where `<User>`
 * may be that of a profile; elsewhere only it counts.
 */
export function ownFolders(storage: string): readonly string[] {
  const all = dirname(dirname(storage));
  if (basename(all) !== "globalStorage") {
    return [storage];
  }
  const user = dirname(all);
  const isOfProfile = basename(dirname(user)) === "profiles";
  return [storage, isOfProfile ? dirname(dirname(user)) : user];
}
