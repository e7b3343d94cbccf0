import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../../../src/webview/words/", import.meta.url));

test.each(["En", "PtBr"])(
  "no two features name a sentence alike, or one would hide the other: %s",
  async (suffix) => {
    const files = globSync(`**/*${suffix}.ts`, { cwd: folder });
    const tables = await Promise.all(
      files.map(async (file) => Object.values((await import(folder + file)) as object) as object[]),
    );
    const names = tables.flat().flatMap((table) => Object.keys(table));
    expect(files.length).toBeGreaterThan(6);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  },
);
