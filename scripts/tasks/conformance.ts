import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";

import { root } from "../paths.ts";
import { run } from "../run.ts";
import { build } from "./build.ts";
import { sandbox } from "./requirements.ts";

/** Not among our dependencies, because it brings 120 packages; npx loads it once. */
const suite = "@modelcontextprotocol/conformance@0.1.16";
/** Unmodified, through our hub in front of a scripted server of each format. */
const codex = "@openai/codex@0.171.0";
const system = `${process.platform}-${process.arch}`;
/** The programs of Claude Code and opencode are packages of their own, one for each system. */
const vendors = [
  `@anthropic-ai/claude-code-${system}@2.1.332`,
  codex,
  `opencode-${system}@1.18.33`,
];
/**
 * One after another, because `sse-retry` measures time. Left out: `auth/basic-cimd` (no client of ours is known by an
 * address, of which the suite warns), `auth/pre-registration` (there is no setting for a client's id),
 * `auth/2025-03-26-oauth-metadata-backcompat` (metadata of another issuer is refused, RFC 8414 §3.3), and the extensions
 * for programs without a person.
 */
const clientScenarios = [
  ..."initialize tools_call elicitation-sep1034-client-defaults sse-retry".split(" "),
  ..."metadata-default metadata-var1 metadata-var2 metadata-var3 scope-from-www-authenticate scope-from-scopes-supported scope-omitted-when-undefined scope-step-up scope-retry-limit token-endpoint-auth-basic token-endpoint-auth-post token-endpoint-auth-none 2025-03-26-oauth-endpoint-fallback resource-mismatch offline-access-scope offline-access-not-supported"
    .split(" ")
    .map((name) => `auth/${name}`),
];
/** The scenarios that every server must pass; the others call tools, prompts and resources of the suite's own. */
const serverScenarios = ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"];
const program = (name: string): string => join(root, "test/conformance", name);

/**
 * `npm run conformance`: the official suite of MCP against our client, and against `dist/mcp.mjs` behind a bridge; Codex
 * against `dist/hub.mjs`; `npm run conformance -- vendors`: other agents under the policy that the hub gives them.
 */
export async function testConformance([part]: readonly string[]): Promise<void> {
  await build();
  await (part === "vendors" ? testVendors() : testAll());
}

async function testVendors(): Promise<void> {
  await sandbox.prepare();
  const folder = mkdtempSync(join(tmpdir(), "ai-hub-vendors-"));
  const flags = "--ignore-scripts --no-audit --no-fund --fetch-retries=1 --fetch-timeout=60000";
  try {
    await run("npm", ["install", "--prefix", folder, ...flags.split(" "), ...vendors]);
    await run(process.execPath, [program("vendors.ts"), folder], { cwd: root });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function testAll(): Promise<void> {
  const results = mkdtempSync(join(tmpdir(), "ai-hub-conformance-"));
  const suiteWith = (...words: string[]): Promise<void> =>
    run("npx", ["--yes", suite, ...words, "--output-dir", results], { cwd: root });
  try {
    await run(process.execPath, [program("codex.ts"), "npx", "--yes", codex], { cwd: root });
    const command = `${process.execPath} ${program("client.ts")}`;
    for (const scenario of clientScenarios) {
      await suiteWith("client", "--command", command, "--scenario", scenario);
    }
    const bridge = spawn(process.execPath, [program("bridge.ts")], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const url = String((await once(createInterface(bridge.stdout), "line"))[0]);
    try {
      for (const scenario of serverScenarios) {
        await suiteWith("server", "--url", url, "--scenario", scenario);
      }
    } finally {
      bridge.kill();
    }
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}
