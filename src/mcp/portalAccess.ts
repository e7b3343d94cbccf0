import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

import { PortalTokens } from "../seller/client/portalTokens.ts";
import { SellerClient } from "../seller/client/sellerClient.ts";
import { journalLine, type JournalEntry, settledEntries } from "../seller/write/journalEntry.ts";
import type { SellerAccess, SellerDesk } from "../seller/write/sellerAccess.ts";
import { systemClock } from "../shared/clock.ts";
import { toDisposable } from "../shared/lifecycle.ts";
import type { ProgramOptions } from "./programOptions.ts";

/** The program is started for one environment, which never changes. */
export function portalAccess(
  { environment, clientId, clientSecret }: ProgramOptions,
  journalPath: string,
): SellerAccess {
  const { fetch } = globalThis;
  const clock = systemClock;
  const credentials = () => Promise.resolve({ clientId, clientSecret });
  const client = new SellerClient({
    environment,
    credentials,
    tokens: new PortalTokens({ fetch, clock }),
    fetch,
    clock,
    userAgent: "ai-hub-mcp",
  });
  const desk: SellerDesk = { id: "mcp", environment, client, credentials };
  return {
    desk: () => desk,
    onDidChange: () => toDisposable(() => undefined),
    journal: (entry) => appendEntry(journalPath, entry),
    earlier: () => readEntries(journalPath),
  };
}

/**
 * Resolves once the entry is on disk; if it fails, the write is not sent. The entry starts on a new
 * line, even after a torn one.
 */
async function appendEntry(path: string, entry: JournalEntry): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, "a", 0o600);
  try {
    const bytes = Buffer.from(`\n${journalLine(entry)}`, "utf8");
    const { bytesWritten } = await file.write(bytes);
    if (bytesWritten < bytes.length) {
      throw new Error("The disk is full");
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The newest part of the journal; the editor puts a file aside before it is longer. */
const maxReadBytes = 32 * 1024 * 1024;

async function readEntries(path: string): Promise<readonly JournalEntry[]> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, "a+", 0o600);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, maxReadBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), {
      position: size - length,
    });
    return settledEntries(buffer.toString("utf8", 0, bytesRead).split("\n"));
  } finally {
    await file.close();
  }
}
