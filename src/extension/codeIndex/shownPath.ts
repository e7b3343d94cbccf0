/** Longer folders lose their first names, in UTF-16 units. */
const maxFolder = 32;

/**
 * A path for a list that cuts its lines at their end: the name by itself, and the last folders, of which the whole names
 * that fit are kept: `…/ui/forms`.
 */
export function shownPath(path: string): { readonly name: string; readonly folder: string } {
  const names = path.split("/");
  const name = names.pop() ?? path;
  const whole = names.join("/");
  while (names.length > 1 && names.join("/").length > maxFolder) {
    names.shift();
  }
  const folder = names.join("/");
  return { name, folder: folder === whole ? whole : `…/${folder}` };
}
