import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import * as z from "zod/mini";

import { digestsName, signatureName } from "../digests.ts";
import { root } from "../paths.ts";
import { run } from "../run.ts";

const manifestSchema = z.object({
  version: z.string(),
  license: z.string(),
  homepage: z.string(),
  bugs: z.object({ url: z.string() }),
  repository: z.object({ type: z.string(), url: z.string() }),
});

/** Of the hub's npm package; `npm pack` derives the file's name from it. */
export const hubPackageName = "@aihub/hub";

/**
 * Makes `aihub-hub-<version>.tgz`: the hub, its console and help, and the extension that it serves. Equal sources give equal bytes.
 * @param output Has the extension's files already.
 * @param served Names of the extension's files there.
 */
export async function packageHub(output: string, served: readonly string[]): Promise<string> {
  const folder = join(output, "hub");
  const { version, ...shared } = manifestSchema.parse(
    JSON.parse(readFileSync(join(root, "package.json"), "utf8")),
  );
  rmSync(folder, { recursive: true, force: true });
  for (const name of ["console", "docs", "hubPdf.mjs", "THIRD-PARTY-NOTICES.txt"]) {
    cpSync(join(root, "dist", name), join(folder, name), { recursive: true });
  }
  const program = join(folder, "hub.mjs");
  const bundle = readFileSync(join(root, "dist", "hub.mjs"), "utf8");
  writeFileSync(program, `#!/usr/bin/env node\n${bundle}`);
  chmodSync(program, 0o755);
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  const described = ["package.json", "changelog.md"].map((name) => `vscode-extension/${name}`);
  for (const name of [...served, ...described, digestsName, signatureName]) {
    copyIfThere(join(output, name), join(folder, "package", name));
  }
  const manifest = {
    name: hubPackageName,
    version,
    description: "AI Hub: a gateway for language models with budgets, data protection and an audit",
    ...shared,
    type: "module",
    bin: { "aihub-hub": "hub.mjs" },
    engines: { node: ">=22.13" },
  };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
  await run("npm", ["pack", "--ignore-scripts", "--silent", `--pack-destination=${output}`], {
    cwd: folder,
  });
  return `aihub-hub-${version}.tgz`;
}

function copyIfThere(from: string, to: string): void {
  if (existsSync(from)) {
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
  }
}
