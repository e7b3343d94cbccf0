import { globSync } from "node:fs";

import { findBrowser } from "../browser.ts";
import { root } from "../paths.ts";
import { run } from "../run.ts";
import { browserPackages, pageBrowserPackages, preferPackages } from "../systemPackages.ts";

/**
 * Runs every benchmark whose path contains the filter, one after another; each prints a table. What follows the filter
 * says which of its parts.
 */
export async function bench([filter = "", ...parts]: readonly string[]): Promise<void> {
  const paths = globSync("bench/**/*.bench.ts", { cwd: root }).filter((path) =>
    path.includes(filter),
  );
  if (paths.length === 0) {
    throw new Error(`No measurement in bench/ matches "${filter}"`);
  }
  if (!findBrowser()) {
    await preferPackages([...browserPackages, ...pageBrowserPackages], "measurements in a browser");
  }
  for (const path of paths.toSorted()) {
    await run(process.execPath, [path, ...parts], { cwd: root });
  }
}
