import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

import * as z from "zod/mini";

import { maxSeenText } from "../../agent/mcpClient/toolPins.ts";
import { isCode } from "../../shared/base/errorCode.ts";
import { isRecord } from "../../shared/base/json.ts";
import { readRegular } from "../../sharedNode/regularFile.ts";
import { withFileLock } from "../files/fileLock.ts";
import { replaceSynced } from "../files/syncedFile.ts";

const text = z.string().check(z.maxLength(maxSeenText));
const serverSchema = z.object({
  start: z.optional(text),
  seen: z.record(z.string(), z.object({ pin: text, text })),
  off: z.array(z.string()),
});

export type ServerDecisions = Readonly<z.infer<typeof serverSchema>>;

const maxBytes = 67_108_864;
const none: ServerDecisions = { seen: {}, off: [] };

/**
 * The servers' file, for all windows. If it is unreadable, AI Hub asks for everything again; an unreadable entry
 * affects its server only.
 */
export class McpBook {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  read(server: string): ServerDecisions {
    const all = this.#all();
    return Object.hasOwn(all, server) ? (all[server] ?? none) : none;
  }

  async change(
    server: string,
    change: (decisions: ServerDecisions) => ServerDecisions,
  ): Promise<void> {
    await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
    await withFileLock(`${this.#file}.lock`, async () => {
      const all = this.#all();
      const before = Object.hasOwn(all, server) ? (all[server] ?? none) : none;
      const next = Object.fromEntries([...Object.entries(all), [server, change(before)] as const]);
      await replaceSynced(this.#file, JSON.stringify(next), 0o600);
    });
  }

  #all(): Readonly<Record<string, ServerDecisions>> {
    try {
      const value: unknown = JSON.parse(String(readRegular(this.#file, maxBytes, true) ?? ""));
      const entries = Object.entries(isRecord(value) ? value : {}).flatMap(([server, entry]) => {
        const { data } = serverSchema.safeParse(entry);
        return data ? [[server, data] as const] : [];
      });
      return Object.fromEntries(entries);
    } catch (error) {
      if (isCode(error, "ENOENT") || error instanceof SyntaxError) {
        return {};
      }
      throw error;
    }
  }
}
