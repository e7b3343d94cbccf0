import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

import { unzipSync } from "fflate";

import { root } from "../../scripts/paths.ts";
import { scriptEnvironment } from "../support/scriptEnvironment.ts";

type Files = Readonly<Record<string, Uint8Array>>;

/** What one run of `npm run package` has made. */
export interface Build {
  readonly vsix: Buffer;
  readonly zip: Buffer;
  /** The folder of the sources. */
  readonly folder: string;
  /** Folder with what it has made. */
  readonly output: string;
}

const folders: string[] = [];

/** What `npm run package` has made of our own sources; `npm test` runs it before the tests. */
export function packaged(): Build {
  if (!existsSync(join(root, "dist", "package"))) {
    throw new Error("There is no package yet: run `npm run package` first.");
  }
  return buildIn(root);
}

/** Packages two copies of the sources in different places. */
export function buildTwice(): readonly [Build, Build] {
  const [one, other] = [temporaryFolder(), temporaryFolder()];
  const left = new Set([".git", "dist", "node_modules", "test", "test-results"]);
  cpSync(root, one, { recursive: true, filter: (path) => !left.has(basename(path)) });
  cpSync(one, other, { recursive: true });
  return [build(one, { TZ: "America/Sao_Paulo" }), build(other, { TZ: "Asia/Tokyo" })];
}

/** Removes everything that this file has made. */
export function removeFolders(): void {
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds and packages a copy of the sources, as a fresh clone would. */
function build(folder: string, environment: NodeJS.ProcessEnv): Build {
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(folder, "scripts", "tasks.ts"), "package"],
    { cwd: folder, env: { ...scriptEnvironment, ...environment }, encoding: "utf8" },
  );
  if (status !== 0) {
    throw new Error(`Packaging failed: ${stderr}`);
  }
  return buildIn(folder);
}

function buildIn(folder: string): Build {
  const output = join(folder, "dist", "package");
  const vsix = readdirSync(output).find((name) => name.endsWith(".vsix")) ?? "";
  return {
    vsix: readFileSync(join(output, vsix)),
    zip: readFileSync(join(output, "vscode-extension.zip")),
    folder,
    output,
  };
}

/** The packages that the source maps of all bundles name, after a build of its own. */
export function packagesInMaps(folder: string): readonly string[] {
  const copy = temporaryFolder();
  cpSync(folder, copy, { recursive: true, filter: (path) => basename(path) !== "node_modules" });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "junction");
  const { status, stderr } = spawnSync(process.execPath, ["esbuild.mjs", "--dev"], {
    cwd: copy,
    encoding: "utf8",
  });
  if (status !== 0) {
    throw new Error(`The build failed: ${stderr}`);
  }
  const maps = readdirSync(join(copy, "dist"), { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".map"),
  );
  const sources = maps.flatMap((name) => {
    const map: unknown = JSON.parse(readFileSync(join(copy, "dist", name), "utf8"));
    return (map as { readonly sources: readonly string[] }).sources;
  });
  const names = sources.map(
    (source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//u.exec(source)?.[1],
  );
  return [...new Set(names.filter((name) => name !== undefined))].toSorted();
}

/** Files of an archive below a folder, by their path in it. */
export function extensionFiles(archive: Uint8Array, folder: string): Files {
  return Object.fromEntries(
    Object.entries(unzipSync(archive))
      .filter(([name]) => name.startsWith(folder))
      .map(([name, content]) => [name.slice(folder.length), content]),
  );
}

/** A new folder with the files of a vsix as the editor installs them. */
export function unpacked(vsix: Uint8Array): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(extensionFiles(vsix, "extension/"))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "ai-hub-package-"));
  folders.push(folder);
  return folder;
}
