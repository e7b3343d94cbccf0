export function ownFolders(storage: string): readonly string[] {
  const inEditor =
    /^(.+?)[/\\](?:profiles[/\\][^/\\]+[/\\])?globalStorage[/\\][^/\\]+[/\\][^/\\]+$/u;
  const [, user] = inEditor.exec(storage) ?? [];
  return user === undefined ? [storage] : [storage, user];
}
