import { parentPort } from "node:worker_threads";

import { indexCalls } from "../codeIndex/indexCalls.ts";
import { type Channel, RpcServer } from "../shared/rpc.ts";
import { IndexedFolders } from "./indexedFolders.ts";

// The thread of the code index: answers the extension's calls until it is ended.
if (parentPort) {
  const port = parentPort;
  const channel: Channel = {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => {
      port.on("message", listener);
      return { dispose: () => port.off("message", listener) };
    },
  };
  const folders = new IndexedFolders({ environment: process.env, now: () => Date.now() });
  // oxlint-disable-next-line no-new -- it lives as long as its channel
  new RpcServer(channel, indexCalls, folders.handlers());
}
