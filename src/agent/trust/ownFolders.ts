/**
 * The folders that no run writes: the product's storage in the editor, and the editor's own `User` folder around it, which
 * has the settings, keys and tasks of the person. `storage` is `<User>/globalStorage/<extension>/agent`, absolute, where
 * `<User>` may be that of a profile; elsewhere only it counts.
 */
export function ownFolders(storage: string): readonly string[] {
  const inEditor =
    /^(.+?)[/\\](?:profiles[/\\][^/\\]+[/\\])?globalStorage[/\\][^/\\]+[/\\][^/\\]+$/u;
  const [, user] = inEditor.exec(storage) ?? [];
  return user === undefined ? [storage] : [storage, user];
}
