import { expect, test } from "vitest";

import { buildForEditor, editorBundlesOf } from "../../../scripts/editorBundles.ts";

/** What needs a disk, sockets or processes. */
const absent = [
  "node_modules/oauth4webapi/",
  "node_modules/@brazilian-utils/",
  "src/agentNode/",
  "src/extension/seller/page/",
  "src/extension/seller/sellerFeature.ts",
  "src/extension/toolServers/mcpWindow.ts",
  "src/seller/client/",
  "src/seller/csv/",
  "src/seller/write/",
  "src/sharedNode/",
];

test("the one file of a browser's host has nothing of what a browser cannot do", async () => {
  const metafile = await buildForEditor(editorBundlesOf(false).webExtension, false);
  const [{ inputs, bytes } = { inputs: {}, bytes: 0 }] = Object.values(metafile.outputs);
  const names = Object.entries(inputs)
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([name]) => name);
  expect(names).toContain("src/extension/composeHost.ts");
  expect(names.filter((name) => absent.some((part) => name.includes(part)))).toEqual([]);
  expect(bytes).toBeLessThan(1_100_000);
}, 60_000);
