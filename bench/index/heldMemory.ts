/** Builds the index of the folder that is its argument, and prints the bytes that it holds, garbage not counted. */
import { FolderIndex } from "../../src/codeIndex/folderIndex.ts";
import { nodePlace } from "../../src/codeIndexNode/nodePlace.ts";

const [folder = ""] = process.argv.slice(2);
const place = nodePlace({
  folder,
  usesHistory: false,
  environment: process.env,
  now: () => Date.now(),
});
const index = await FolderIndex.open(place);
await index.refresh(new AbortController().signal);
await index.search({ query: "a name of the folder", limit: 10 });
globalThis.gc?.();
const { heapUsed, arrayBuffers } = process.memoryUsage();
console.log(heapUsed + arrayBuffers);
await index.close();
