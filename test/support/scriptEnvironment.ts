import { delimiter, join } from "node:path";

import { root } from "../../scripts/paths.ts";

/** As `scripts/bootstrap.mjs` starts the tasks: with the tools of `node_modules` first, however the test itself was started. */
export const scriptEnvironment: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: `${join(root, "node_modules", ".bin")}${delimiter}${process.env["PATH"] ?? ""}`,
};
