/** Writes an index again and again, until it is killed; a sign before each write. */
import { CodeIndex } from "../../../src/codeIndex/codeIndex.ts";
import { IndexStore } from "../../../src/codeIndexNode/indexStore.ts";

const store = new IndexStore({ folder: process.argv[2] ?? "", now: Date.now });
const kept = await store.read("code.index");
const decoded = kept && CodeIndex.decode(kept, Date.now);
if (decoded) {
  const bytes = decoded.index.encode(decoded.note);
  for (;;) {
    process.stdout.write(".");
    await store.write("code.index", bytes);
  }
}
