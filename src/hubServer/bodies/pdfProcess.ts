import { Worker } from "node:worker_threads";

import { lowerPriority } from "./lowerPriority.ts";
import { boundLibrary } from "./pdfBounds.ts";
import { PdfText } from "./pdfText.ts";

/** Longer than the hub waits; this program ends by itself only if the hub is gone. */
const maxMs = 20_000;

// A timer of this thread would wait for the library.
const watch = `setTimeout(() => process.kill(process.pid, "SIGKILL"), ${maxMs})`;
new Worker(watch, { eval: true }).unref();

/** Lower than that of the threads that read bodies. */
const niceness = 7;
lowerPriority(niceness);

const text = new PdfText(boundLibrary());

process.once("message", (files: readonly Uint8Array[]) => {
  void readAll(files);
});

async function readAll(files: readonly Uint8Array[]): Promise<void> {
  for (const bytes of files) {
    process.send?.(await text.read(new Uint8Array(bytes)));
  }
}
