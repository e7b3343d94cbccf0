import { createRequire } from "node:module";
import { basename, dirname } from "node:path";

/**
 * Drops a part's file (`<name>-….js` of our chunks) and those that only it needed, so that Node can free them; the next
 * `import()` loads them anew. Node itself keeps a module for ever.
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
        // Its own children are looked at in their turn.
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
