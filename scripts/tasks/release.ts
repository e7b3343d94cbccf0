import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

import { sha256Of, writeDigests } from "../digests.ts";
import { bundledPackagesSchema } from "../notices.ts";
import { root } from "../paths.ts";
import { type Component, lockedPackages, sbomOf } from "../sbom.ts";
import { output, packageExtension } from "./package.ts";
import { hubPackageName, packageHub } from "./packageHub.ts";

/**
 * Makes the whole release: the extension, the hub's npm package, an SBOM of each and of the image, and digests, signed with the
 * key of `AI_HUB_SIGNING_KEY` if it is set. The hub's package contains the digests of the files that it serves.
 */
export async function packageRelease(): Promise<void> {
  const keyFile = process.env["AI_HUB_SIGNING_KEY"];
  const { vsix, version } = await packageExtension();
  const packages = bundledPackagesSchema.parse(
    JSON.parse(readFileSync(join(root, "dist", "packages.json"), "utf8")),
  );
  const locked = lockedPackages(root);
  const extension = artefact({ name: "ai-hub", version, file: vsix });
  const extensionSbom = `ai-hub-${version}.cdx.json`;
  writeFileSync(
    join(output, extensionSbom),
    sbomOf({ root, locked, component: extension, packages: packages.extension }),
  );
  const served = [basename(vsix), "vscode-extension.zip", extensionSbom];
  writeDigests(output, served, keyFile);
  const tarball = await packageHub(output, served);
  const hub = artefact({ name: hubPackageName, version, file: join(output, tarball) });
  const image = { "bom-ref": `image@${version}`, type: "container", name: "ai-hub", version };
  const documents = {
    [`aihub-hub-${version}.cdx.json`]: { component: hub, parts: [extension] },
    [`ai-hub-image-${version}.cdx.json`]: { component: image, parts: [hub, extension] },
  };
  for (const [name, document] of Object.entries(documents)) {
    const text = sbomOf({ root, locked, packages: packages.hub, ...document });
    writeFileSync(join(output, name), text);
  }
  writeDigests(output, [...served, tarball, ...Object.keys(documents)], keyFile);
}

function artefact(of: {
  readonly name: string;
  readonly version: string;
  readonly file: string;
}): Component {
  return {
    "bom-ref": `${of.name}@${of.version}`,
    type: "application",
    name: of.name,
    version: of.version,
    hashes: [{ alg: "SHA-256", content: sha256Of(readFileSync(of.file)) }],
    licenses: [{ license: { id: "MIT" } }],
  };
}
