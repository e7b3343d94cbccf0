import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import * as z from "zod/mini";

import { cachedPackage } from "../cachedPackage.ts";
import type { Target } from "./load.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
export const portkeyVersion = "1.15.2";
const portkeyPort = 8_791;

const announcementSchema = z.object({ url: z.string(), adminToken: z.string() });
const madeSchema = z.object({
  id: z.string(),
  effective_profile_id: z.optional(z.string()),
  effective_sector_id: z.optional(z.string()),
  token: z.optional(z.string()),
});

const children: ChildProcess[] = [];

export function endPrograms(): void {
  for (const child of children) {
    child.kill("SIGKILL");
  }
}

/** A program that is measured. */
export interface Candidate {
  readonly target: Target;
  readonly pid: number;
}

export interface Hub extends Candidate {
  /** Its address and its administrator's token. */
  readonly admin: { readonly url: string; readonly token: string };
  readonly child: ChildProcess;
}

export interface HubOptions {
  readonly nodeFlags?: readonly string[];
  /** Another build than this folder's. */
  readonly bundle?: string;
  /** One process by default, as the other candidates are. */
  readonly workers?: number;
}

/** Our hub on an embedded store; each request must pass limits and budgets of every kind. */
export async function startHub(
  upstream: string,
  folder: string,
  { nodeFlags = [], bundle = join(root, "dist/hub.mjs"), workers = 1 }: HubOptions = {},
): Promise<Hub> {
  const { child, line } = await program(
    [
      ...nodeFlags,
      bundle,
      "--json",
      "--port=0",
      `--data=${folder}`,
      `--upstream=bench=${upstream}/v1`,
    ],
    // Not a flag: older builds have none.
    { AI_HUB_WORKERS: String(workers) },
  );
  const { url, adminToken } = announcementSchema.parse(JSON.parse(line));
  const post = async (path: string, body: object): Promise<z.infer<typeof madeSchema>> => {
    const response = await fetch(`${url}/hub/admin/v1/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) {
      throw new Error(`${path}: ${response.status} ${await response.text()}`);
    }
    return madeSchema.parse(await response.json());
  };
  const made = await post("tokens", { name: "bench" });
  const scopes = [
    ["token", made.id],
    ["profile", made.effective_profile_id],
    ["sector", made.effective_sector_id],
  ];
  for (const [scope, subject] of scopes) {
    await post("budgets", {
      scope,
      subject_id: subject,
      unit: "tokens",
      limit: "100000000",
      warn_at: [90],
    });
  }
  return {
    pid: child.pid ?? 0,
    child,
    admin: { url, token: adminToken },
    target: {
      url: new URL(`${url}/hub/v1/chat/completions`),
      headers: { authorization: `Bearer ${made.token}` },
      model: "bench",
    },
  };
}

/** Portkey's gateway, installed into the user's cache at first use. */
export async function startPortkey(upstream: string): Promise<Candidate> {
  const folder = cachedPackage("@portkey-ai/gateway", portkeyVersion);
  const start = join(folder, "build/start-server.js");
  const args = [start, `--port=${portkeyPort}`, "--headless"];
  const child = spawn(process.execPath, args, { stdio: "ignore" });
  children.push(child);
  const target: Target = {
    url: new URL(`http://127.0.0.1:${portkeyPort}/v1/chat/completions`),
    headers: { "x-portkey-provider": "openai", "x-portkey-custom-host": `${upstream}/v1` },
    model: "bench",
  };
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (await isListening(target.url)) {
      return { target, pid: child.pid ?? 0 };
    }
    await delay(100);
  }
  throw new Error("Portkey's gateway did not start.");
}

async function isListening(url: URL): Promise<boolean> {
  try {
    await fetch(new URL("/", url));
    return true;
  } catch {
    return false;
  }
}

/** Starts a program that prints one line when it is ready. */
export async function program(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly child: ChildProcess; readonly line: string }> {
  const child = spawn(process.execPath, [...args], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: { ...process.env, ...env },
  });
  children.push(child);
  if (!child.stdout) {
    throw new Error("A program without an output cannot say that it is ready.");
  }
  for await (const line of createInterface({ input: child.stdout })) {
    return { child, line };
  }
  throw new Error(`${args[0]} did not start.`);
}
