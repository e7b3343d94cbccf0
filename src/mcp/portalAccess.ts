import { mkdir, open, readdir, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

import { PortalTokens } from "../seller/client/portalTokens.ts";
import { SellerClient } from "../seller/client/sellerClient.ts";
import {
  asideJournalName,
  journalLine,
  type JournalEntry,
  maxJournalBytes,
  settledEntries,
} from "../seller/write/journalEntry.ts";
import type { SellerAccess, SellerDesk } from "../seller/write/sellerAccess.ts";
import { systemClock } from "../shared/base/clock.ts";
import { toDisposable } from "../shared/base/lifecycle.ts";
import type { ProgramOptions } from "./programOptions.ts";

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
    tokens: new PortalTokens({
      fetch,
      clock,
      onWait: (ms) =>
        process.stderr.write(
          `The portal asks to wait ${Math.ceil(ms / 1000)} s before the next token.\n`,
        ),
    }),
    fetch,
    clock,
    userAgent: "ai-hub-mcp",
  });
  const desk: SellerDesk = { id: "mcp", environment, client, credentials };
  return {
    desk: () => desk,
    onDidChange: () => toDisposable(() => undefined),
    journal: (entry) => appendEntry(journalPath, entry),
    earlier: () => readEntries(journalPath, clock.now()),
  };
}

/**
 * Resolves once the entry is on disk; if it fails, the write is not sent. The entry starts on a new line, even after a
 * torn one.
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
  // A file that stays too large must not prevent a write.
  await putAside(path, entry).catch(() => undefined);
}

/** Another program may archive or read the file at the same time, so its content stays. */
async function putAside(path: string, entry: JournalEntry): Promise<void> {
  if ((await stat(path)).size > maxJournalBytes) {
    await rename(path, join(dirname(path), asideJournalName(entry)));
  }
}

/** The newest part of a file; the editor archives it before it is longer. */
const maxReadBytes = 32 * 1024 * 1024;
const asideName = /^journal-(\d{15})-\w*\.jsonl$/u;
/** The age up to which price steps count. */
const maxAgeMs = 24 * 60 * 60 * 1000;
const maxAside = 8;

async function readEntries(path: string, now: number): Promise<readonly JournalEntry[]> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // Read the current file first: if it is archived meanwhile, its entries are read twice but count once.
  const newest = await endOf(path);
  const names = (await readdir(dirname(path))).filter((name) => {
    const [, at] = asideName.exec(name) ?? [];
    return at !== undefined && Number(at) > now - maxAgeMs;
  });
  const texts: string[] = [];
  for (const name of names.toSorted().slice(-maxAside)) {
    texts.push(await endOf(join(dirname(path), name)));
  }
  return settledEntries([...texts, newest].flatMap((text) => text.split("\n")));
}

async function endOf(path: string): Promise<string> {
  const file = await open(path, "a+", 0o600);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, maxReadBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), {
      position: size - length,
    });
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}
