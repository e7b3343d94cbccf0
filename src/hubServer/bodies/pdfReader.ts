import { fork } from "node:child_process";
import { createHash } from "node:crypto";

import type { PdfReading, ReadPdf } from "../../dlp/files/pdfReading.ts";

/** Milliseconds for all PDFs of a request; a page takes about 10. */
const maxMs = 10_000;

const maxHeapMb = 256;

/** A PDF may be attached to a PDF. */
const maxRounds = 3;

const isBuilt = import.meta.url.endsWith(".mjs");
const program = new URL(isBuilt ? "./hubPdf.mjs" : "./pdfProcess.ts", import.meta.url);

/** Inspects, reads the PDFs that were met, and inspects again with their texts. */
export async function withPdfs<Verdict>(
  inspect: (readPdf: ReadPdf) => Verdict,
  signal = AbortSignal.timeout(maxMs),
): Promise<Verdict> {
  const readings = new Map<string, PdfReading>();
  for (let round = 1; ; round += 1) {
    const met = new Map<string, Uint8Array>();
    const verdict = inspect((bytes) => {
      const name = createHash("sha256").update(bytes).digest("base64");
      const reading = readings.get(name);
      if (!reading) {
        met.set(name, bytes);
      }
      return reading;
    });
    if (met.size === 0 || round > maxRounds) {
      return verdict;
    }
    const read = await readPdfs([...met.values()], signal);
    [...met.keys()].forEach((name, at) => readings.set(name, read[at] ?? unfinished));
  }
}

const unfinished: PdfReading = { texts: [], files: [], unread: "limit" };

/**
 * Reads in a process of this request alone, because memory that a thread exhausts ends the whole hub. The readings stop
 * at the first PDF that exhausts it.
 */
function readPdfs(
  files: readonly Uint8Array[],
  signal: AbortSignal,
): Promise<readonly PdfReading[]> {
  const readings: PdfReading[] = [];
  const ended = new AbortController();
  const child = fork(program, {
    execArgv: [`--max-old-space-size=${maxHeapMb}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    // The local hub runs in the editor's own program.
    env: { ELECTRON_RUN_AS_NODE: "1" },
  });
  return new Promise<readonly PdfReading[]>((resolve) => {
    const end = (): void => resolve(readings);
    child.on("message", (reading) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the program sends nothing else
      readings.push(reading as PdfReading);
      if (readings.length === files.length) {
        end();
      }
    });
    child.on("error", end);
    child.on("exit", end);
    signal.addEventListener("abort", end, { signal: ended.signal });
    child.send(files, (error) => {
      if (error) {
        end();
      }
    });
    if (signal.aborted) {
      end();
    }
  }).finally(() => {
    ended.abort();
    child.kill("SIGKILL");
  });
}
