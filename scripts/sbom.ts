import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import * as z from "zod/mini";

const packageSchema = z.object({ name: z.string(), version: z.string() });

const componentSchema = z.looseObject({ "bom-ref": z.string() });

const documentSchema = z.looseObject({
  metadata: z.looseObject({ component: componentSchema }),
  components: z.array(componentSchema),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

export type Component = z.infer<typeof componentSchema>;

/** All packages of the lock file, as `npm sbom` describes them. */
type LockedPackages = z.infer<typeof documentSchema>;

export interface SbomOptions {
  /** The checkout. */
  readonly root: string;
  readonly locked: LockedPackages;
  /** Describes the artefact itself. */
  readonly component: Component;
  /** Folders of the packages in its bundles, relative to the root. */
  readonly packages: readonly string[];
  /** Parts that are not packages of npm. */
  readonly parts?: readonly Component[];
}

/**
 * The CycloneDX document of an artefact, from `npm sbom`. Serial number, time and npm's version are left out, so that equal
 * sources give equal bytes. Throws if the lock file lacks a bundled package.
 */
export function sbomOf({ root, locked, component, packages, parts = [] }: SbomOptions): string {
  const bundled = new Set(packages.map((folder) => referenceOf(join(root, folder))));
  const { metadata, serialNumber: _, ...document } = locked;
  const components = document.components.filter((entry) => bundled.has(entry["bom-ref"]));
  const found = new Set(components.map((entry) => entry["bom-ref"]));
  const missing = [...bundled].filter((name) => !found.has(name));
  if (missing.length > 0) {
    throw new Error(`package-lock.json lacks ${missing.join(", ")}: run npm install.`);
  }
  const between = document.dependencies
    .filter(({ ref }) => found.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((on) => found.has(on)) }));
  const direct = [...parts.map((part) => part["bom-ref"]), ...found];
  return `${JSON.stringify(
    {
      ...document,
      metadata: { lifecycles: metadata["lifecycles"], component },
      components: [...parts, ...components],
      dependencies: [{ ref: component["bom-ref"], dependsOn: direct }, ...between],
    },
    undefined,
    2,
  )}\n`;
}

export function lockedPackages(root: string): LockedPackages {
  const text = execFileSync("npm", ["sbom", "--package-lock-only", "--sbom-format=cyclonedx"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    // On Windows npm is a .cmd file, which only a shell can start.
    shell: process.platform === "win32",
  });
  return documentSchema.parse(JSON.parse(text));
}

function referenceOf(folder: string): string {
  const text = readFileSync(join(folder, "package.json"), "utf8");
  const { name, version } = packageSchema.parse(JSON.parse(text));
  return `${name}@${version}`;
}
