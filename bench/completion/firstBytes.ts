import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import * as z from "zod/mini";

import { endPrograms, type Hub, program, startHub } from "../hub/candidates.ts";
import { sequence, type Target } from "../hub/load.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Each with its own limit of 40 completions a minute. */
const tokens = 12;
const perToken = 36;
const line = "  const total = items.reduce((sum, item) => sum + item.price, 0);\n";
const fields = { prompt: line.repeat(15), suffix: "\n}\n", max_tokens: 256 };

/** Milliseconds, p50, that the hub adds to the first byte of a stream. */
export interface FirstBytes {
  readonly chatMs: number;
  readonly completionMs: number;
}

/** Asks a hub with all governance for chats and completions by turns, streamed, and its model server itself. */
export async function firstBytes(): Promise<FirstBytes> {
  const folder = mkdtempSync(join(tmpdir(), "ai-hub-bench-"));
  try {
    const upstream = await program([join(root, "bench/hub/upstream.ts")]);
    const hub = await startHub(upstream.line, folder);
    await admin(hub, "PUT", "models/bench", { tiers: [], is_active: true, fim: "suffix" });
    const direct = {
      url: new URL("/v1/chat/completions", upstream.line),
      headers: {},
      model: "bench",
    };
    const times = { direct: [] as number[], chat: [] as number[], completion: [] as number[] };
    for (let index = 0; index < tokens; index += 1) {
      const { token } = await admin(hub, "POST", "tokens", { name: `bench ${index}` });
      const headers = { authorization: `Bearer ${token}` };
      const chat: Target = { ...hub.target, headers };
      const completion = { ...chat, url: new URL("/hub/v1/completions", chat.url), fields };
      for (const [name, target] of [
        ["direct", direct],
        ["chat", chat],
        ["completion", completion],
      ] as const) {
        const { firstByte } = await sequence(target, perToken, true);
        // The first tokens warm the hub up.
        times[name].push(...(index < 4 ? [] : firstByte));
      }
    }
    const own = middle(times.direct);
    return { chatMs: middle(times.chat) - own, completionMs: middle(times.completion) - own };
  } finally {
    endPrograms();
    rmSync(folder, { recursive: true, force: true });
  }
}

const madeSchema = z.object({ token: z.optional(z.string()) });

async function admin(
  { admin: { url, token } }: Hub,
  method: string,
  path: string,
  body: object,
): Promise<z.infer<typeof madeSchema>> {
  const response = await fetch(`${url}/hub/admin/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) {
    throw new Error(`${path}: ${response.status} ${await response.text()}`);
  }
  return madeSchema.parse(await response.json());
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
