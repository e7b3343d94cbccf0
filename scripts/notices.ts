import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { Metafile } from "esbuild";
import * as z from "zod/mini";

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.optional(z.string()),
});

const licenseFile = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/iu;
/** A README that ends with the licence text, as in some small packages. */
const licenseHeading = /^#{1,3}\s*licen[cs]e\s*$/imu;
const permission = /Permission (?:is hereby granted|to use, copy, modify)|Redistribution and use/u;

const head = `Third-party notices

AI Hub contains the work of the following packages. Each comes under its own licence, whose text follows its name.
`;

/**
 * Packages inside another package's bundle, where esbuild does not see their files. The package's
 * test finds them by their source maps.
 */
const carried: Readonly<Record<string, readonly string[]>> = {
  "@dagrejs/dagre": ["@dagrejs/graphlib"],
};

/** Projects inside the files of a package, without a folder of their own, with the file of their licence. */
const copied: Readonly<
  Record<string, readonly { readonly title: string; readonly file: string }[]>
> = {
  unpdf: [{ title: "pdfjs-dist 5.6.205 (Apache-2.0)", file: "pdfjs-dist.txt" }],
};

interface PackageTexts {
  readonly title: string;
  readonly texts: readonly string[];
}

/** Folders of the packages in the bundles of each artefact, relative to the root. */
export function packagesByArtefact(metafiles: readonly Metafile[]): BundledPackages {
  const hub = metafiles.filter((file) => makes(file, /^dist\/(?:hub(?:Pdf)?\.mjs|console\/)/u));
  const extension = metafiles.filter((file) => !makes(file, /^dist\/search\.mjs$/u));
  return { hub: bundledPackages(hub), extension: bundledPackages(extension) };
}

export const bundledPackagesSchema = z.object({
  hub: z.array(z.string()),
  extension: z.array(z.string()),
});

type BundledPackages = {
  readonly [Artefact in keyof z.infer<typeof bundledPackagesSchema>]: readonly string[];
};

function makes({ outputs }: Metafile, path: RegExp): boolean {
  return Object.keys(outputs).some((name) => path.test(name));
}

/** Folders of the packages whose files are in the bundles, relative to the root. */
export function bundledPackages(metafiles: readonly Metafile[]): readonly string[] {
  const folders = metafiles
    .flatMap(({ inputs }) => Object.keys(inputs))
    .map((input) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/u.exec(input)?.[0])
    .filter((folder) => folder !== undefined)
    .flatMap((folder) => [folder, ...carriedBy(folder)]);
  return [...new Set(folders)].toSorted();
}

/** The folders of the packages that this package carries. */
function carriedBy(folder: string): readonly string[] {
  const end = nameStart(folder);
  return (carried[folder.slice(end)] ?? []).map((name) => `${folder.slice(0, end)}${name}`);
}

function copiedBy(folder: string): readonly PackageTexts[] {
  return (copied[folder.slice(nameStart(folder))] ?? []).map(({ title, file }) => ({
    title,
    texts: [readText(fileURLToPath(new URL(`licenses/${file}`, import.meta.url)))],
  }));
}

function nameStart(folder: string): number {
  return folder.lastIndexOf("node_modules/") + "node_modules/".length;
}

/** The licence texts of all bundled packages. Throws with the names of packages without a text. */
export function noticesOf(metafiles: readonly Metafile[], root: string): string {
  const packages = bundledPackages(metafiles).flatMap((folder) => [
    readPackage(join(root, folder)),
    ...copiedBy(folder),
  ]);
  const without = packages.filter(({ texts }) => texts.length === 0).map(({ title }) => title);
  if (without.length > 0) {
    throw new Error(
      `No licence text is in ${without.join(", ")}: what is bundled cannot be shipped without it. Use another package, or one that carries its licence.`,
    );
  }
  const rule = "-".repeat(80);
  return `${head}\n${packages
    .map(({ title, texts }) => [rule, title, rule, "", texts.join("\n\n"), ""].join("\n"))
    .join("\n")}`;
}

function readPackage(folder: string): PackageTexts {
  const { name, version, license } = manifestSchema.parse(
    JSON.parse(readFileSync(join(folder, "package.json"), "utf8")),
  );
  const files = readdirSync(folder)
    .filter((file) => licenseFile.test(file))
    .toSorted()
    .map((file) => readText(join(folder, file)))
    .filter((text) => text !== "");
  return {
    title: `${name} ${version}${license === undefined ? "" : ` (${license})`}`,
    texts: files.length > 0 ? files : licenseInReadme(folder),
  };
}

function licenseInReadme(folder: string): readonly string[] {
  const path = join(folder, "README.md");
  const readme = existsSync(path) ? readText(path) : "";
  const start = licenseHeading.exec(readme)?.index;
  const text = start === undefined ? "" : readme.slice(start).replace(licenseHeading, "").trim();
  return permission.test(text) ? [text] : [];
}

function readText(path: string): string {
  return readFileSync(path, "utf8").replaceAll("\r\n", "\n").trim();
}
