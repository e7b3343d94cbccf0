const maxGroups = 3;

export interface GroupedFiles<T> {
  readonly own: readonly T[];
  /** Largest first; `name` is a folder, or "" for single files and further folders, which come last. */
  readonly groups: readonly { readonly name: string; readonly files: readonly T[] }[];
}

/** Separates generated and ignored files, which have a `group`, from the others. */
export function groupFiles<T extends { readonly group?: string | undefined }>(
  files: readonly T[],
): GroupedFiles<T> {
  const all = new Map<string | undefined, T[]>();
  for (const file of files) {
    const known = all.get(file.group);
    if (known) {
      known.push(file);
    } else {
      all.set(file.group, [file]);
    }
  }
  const own = all.get(undefined) ?? [];
  const folders = [...all]
    .flatMap(([name, some]) => (name === undefined || name === "" ? [] : [{ name, files: some }]))
    .toSorted((one, other) => other.files.length - one.files.length);
  const rest = [
    ...folders.slice(maxGroups).flatMap((group) => group.files),
    ...(all.get("") ?? []),
  ];
  const groups = folders.slice(0, maxGroups);
  return { own, groups: rest.length > 0 ? [...groups, { name: "", files: rest }] : groups };
}

export function ownFirst<T extends { readonly group?: string | undefined }>(
  files: readonly T[],
): readonly T[] {
  const { own, groups } = groupFiles(files);
  return [...own, ...groups.flatMap((group) => group.files)];
}
