/**
 * Folders that no run writes: the product's storage, and the editor's `User` folder around it with the person's
 * settings, keys and tasks. `storage` is `<User>/globalStorage/<extension>/agent`; with another form only itself
 * counts.
 */
export function ownFolders(storage: string): readonly string[] {
  const inEditor =
    /^(.+?)[/\\](?:profiles[/\\][^/\\]+[/\\])?globalStorage[/\\][^/\\]+[/\\][^/\\]+$/u;
  const [, user] = inEditor.exec(storage) ?? [];
  return user === undefined ? [storage] : [storage, user];
}
