import type { Metafile } from "esbuild";

/** Paths of an output and of all outputs that it imports at once; what it imports later is left out. */
export function eagerOutputs({ outputs }: Metafile, entry: string): ReadonlySet<string> {
  const loaded = new Set([entry]);
  for (const path of loaded) {
    for (const { path: imported, kind, external } of outputs[path]?.imports ?? []) {
      if (kind !== "dynamic-import" && external !== true) {
        loaded.add(imported);
      }
    }
  }
  return loaded;
}
