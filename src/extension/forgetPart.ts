import { createRequire } from "node:module";
import { basename, dirname } from "node:path";

/**
 * Removes a part's chunk (`<name>-….js`) and chunks that only it needed from the module cache, so that Node can free
 * them; `import()` loads them again.
 */
export function forgetPart(name: string): void {
  const { cache } = createRequire(__filename);
  const all = Object.values(cache).filter((one) => one !== undefined);
  const dropped = new Set(all.filter(({ id }) => isPart(id, name)));
  for (const { id, children } of dropped) {
    for (const child of children) {
      const isBeside = dirname(child.id) === dirname(id);
      const isNeeded = all.some((one) => !dropped.has(one) && one.children.includes(child));
      if (isBeside && !isNeeded) {
        // Its own children are visited later.
        dropped.add(child);
      }
    }
  }
  for (const { id } of dropped) {
    // oxlint-disable-next-line typescript/no-dynamic-delete -- Node's table of modules has no other way
    delete cache[id];
  }
  for (const one of dropped.size > 0 ? all : []) {
    one.children = one.children.filter((child) => !dropped.has(child));
  }
}

function isPart(path: string, name: string): boolean {
  return basename(dirname(path)) === "chunks" && basename(path).startsWith(`${name}-`);
}
