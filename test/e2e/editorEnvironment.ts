import type { Environment } from "vitest/runtime";

import { endWorker, shareWorker } from "./editor/workerEnd.ts";

/** Node, in a worker that ends what its files share, such as their editor, when it ends. */
const environment: Environment = {
  name: "editor",
  viteEnvironment: "ssr",
  setup: () => {
    shareWorker();
    return { teardown: endWorker };
  },
};

// oxlint-disable-next-line import/no-default-export -- vitest reads the default export
export default environment;
