import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";
import * as z from "zod/mini";

import { root } from "../../../scripts/paths.ts";

const manifestSchema = z.object({ allowScripts: z.record(z.string(), z.boolean()) });
const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ hasInstallScript: z.optional(z.boolean()) })),
});

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(root, name), "utf8"));
}

test("every package with an install script is named, and allowed or denied, in the manifest", () => {
  const { allowScripts } = manifestSchema.parse(read("package.json"));
  const { packages } = lockSchema.parse(read("package-lock.json"));
  const names = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.split("node_modules/").at(-1));
  expect(new Set(names)).toEqual(new Set(Object.keys(allowScripts)));
});
