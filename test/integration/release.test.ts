import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { sha256Of } from "../../scripts/digests.ts";
import { root } from "../../scripts/paths.ts";
import { HubLab } from "./hubServer/hubProcess.ts";
import { packaged, removeFolders, temporaryFolder } from "./packageBuild.ts";

const { output } = packaged();
const folder = temporaryFolder();
const lab = new HubLab(join(folder, "node_modules", ".bin", "aihub-hub"));

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly version: string;
};

interface Bom {
  readonly components: readonly { readonly name: string }[];
}

function componentsOf(name: string): readonly string[] {
  const bom = JSON.parse(readFileSync(join(output, name), "utf8")) as Bom;
  return bom.components.map((component) => component.name);
}

afterAll(async () => {
  await lab.dispose();
  removeFolders();
});

test("the hub starts from its npm package in an empty folder, and serves the extension with its digests", async () => {
  const install = [
    "install",
    "--offline",
    "--no-audit",
    "--no-fund",
    join(output, `aihub-hub-${version}.tgz`),
  ];
  execFileSync("npm", install, { cwd: folder });
  const hub = await lab.start(["--lab", "--workers", "1"]);
  for (const path of ["/hub/console", "/hub/docs", "/third-party-notices.txt"]) {
    expect([path, (await fetch(hub.url + path)).status]).toEqual([path, 200]);
  }
  const zip = new Uint8Array(await (await fetch(`${hub.url}/vscode-extension.zip`)).arrayBuffer());
  expect(await (await fetch(`${hub.url}/vscode-extension.json`)).json()).toMatchObject({
    sha256: sha256Of(zip),
  });
  const sums = await (await fetch(`${hub.url}/release/SHA256SUMS`)).text();
  expect(sums).toContain(`${sha256Of(zip)}  vscode-extension.zip\n`);
  for (const name of [`ai-hub-${version}.vsix`, `ai-hub-${version}.cdx.json`]) {
    expect([name, (await fetch(`${hub.url}/release/${name}`)).status]).toEqual([name, 200]);
  }
  hub.child.kill("SIGTERM");
  expect(await hub.ended).toBe(0);
});

test("SHA256SUMS has the digest of every released file", () => {
  const lines = readFileSync(join(output, "SHA256SUMS"), "utf8").trimEnd().split("\n");
  const released = readdirSync(output, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("SHA256SUMS"))
    .map(({ name }) => `${sha256Of(readFileSync(join(output, name)))}  ${name}`);
  expect(lines.toSorted()).toEqual(released.toSorted());
});

test("each SBOM lists what is bundled, without tools of the build, times or chance", () => {
  const extension = componentsOf(`ai-hub-${version}.cdx.json`);
  expect(extension).toEqual(expect.arrayContaining(["preact", "marked", "pg", "zod"]));
  expect(extension).not.toContain("vitest");
  const hub = componentsOf(`aihub-hub-${version}.cdx.json`);
  expect(hub).toEqual(expect.arrayContaining(["ai-hub", "openid-client", "pg", "zod"]));
  expect(hub).not.toContain("marked");
  const image = `ai-hub-image-${version}.cdx.json`;
  expect(componentsOf(image)).toEqual(["@aihub/hub", ...hub]);
  expect(readFileSync(join(output, image), "utf8")).not.toMatch(/serialNumber|timestamp|file:/u);
});
