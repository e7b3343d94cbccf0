/** In UTF-16 units; longer folders lose their first names. */
const maxFolder = 32;

/** A path for lists that cut long lines at the end: the name, and as many last folders as fit: `…/ui/forms`. */
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
