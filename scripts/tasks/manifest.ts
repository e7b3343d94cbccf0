import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import * as z from "zod/mini";

import { manifestTools } from "../manifestTools.ts";
import { root } from "../paths.ts";
import { run } from "../run.ts";

const manifestSchema = z.looseObject({ contributes: z.looseObject({}) });

/**
 * Writes the generated `languageModelTools` of `package.json`; a unit test fails if they are old.
 */
export async function writeManifest(): Promise<void> {
  const path = join(root, "package.json");
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  const contributes = { ...manifest.contributes, languageModelTools: manifestTools() };
  writeFileSync(path, JSON.stringify({ ...manifest, contributes }, undefined, 2));
  await run("oxfmt", ["package.json"], { cwd: root });
}
