import { parentPort } from "node:worker_threads";

import { IndexedFolders } from "../codeIndex/indexedFolders.ts";
import { answerCalls, type ThreadPort } from "../codeIndex/threadCalls.ts";
import { systemClock } from "../shared/base/clock.ts";
import { setExclusions } from "../shared/guarded/excludedPaths.ts";
import { nodePlace } from "./nodePlace.ts";

if (parentPort) {
  const thread = parentPort;
  const port: ThreadPort = {
    post: (message) => thread.postMessage(message),
    onMessage: (listener) => {
      thread.on("message", listener);
      return { dispose: () => thread.off("message", listener) };
    },
  };
  const { env: environment } = process;
  const folders = new IndexedFolders({
    placeOf: (params) => {
      setExclusions("machine", params.exclusions);
      return nodePlace({ ...params, environment, now: () => Date.now() });
    },
    clock: systemClock,
  });
  answerCalls(port, folders.calls);
}
