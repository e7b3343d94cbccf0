/** Writes entries to the journal of a folder: `journalWriter.ts <folder> <name> <count>`. */
import { JournalFiles } from "../../src/extension/seller/files/journalFiles.ts";
import { journalEntry } from "./journalEntry.ts";

const [folder = "", name = "", count = "0"] = process.argv.slice(2);
const journal = new JournalFiles(folder);

const writes = Array.from({ length: Number(count) }, async (_, index) => {
  const entry = journalEntry(`${name}-${index}`);
  await journal.append({ ...entry, outcome: "sending" });
  // More than a pipe holds, so that the writer cannot run far ahead of its reader, which then kills
  // it.
  process.stdout.write(`${entry.id.padEnd(100)}\n`);
  await journal.append({ ...entry, outcome: "done" });
});
await Promise.all(writes);
