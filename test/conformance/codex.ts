/**
 * Unmodified Codex through our hub, in front of a scripted upstream of each format: `codex.ts <command of Codex …>`.
 * Prints a line per trajectory; ends with 1 if one failed.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "../../scripts/paths.ts";
import { FakeUpstream, type UpstreamHandler } from "../support/modelServer/fakeUpstream.ts";
import { anthropicModel, openAiModel, type Spoken } from "../support/modelServer/modelServer.ts";
import { responsesModel } from "../support/modelServer/responsesModel.ts";
import { type Outcome, type Trajectory, trajectories } from "./codexTrajectories.ts";
import { startLabHub } from "./labHub.ts";

const [command = "npx", ...words] = process.argv.slice(2);
/** Not the folder for temporary files, in which Codex makes no helpers such as `apply_patch`. */
const cache = join(root, "node_modules/.cache");
mkdirSync(cache, { recursive: true });
const home = mkdtempSync(join(cache, "ai-hub-codex-"));
const folder = join(home, "work");
const kinds = [
  ["openai", openAiModel],
  ["anthropic", anthropicModel],
  ["responses", responsesModel],
] as const;

const upstreams = new Map<string, FakeUpstream>();
const addresses: string[] = [];
for (const [format] of kinds) {
  const upstream = new FakeUpstream();
  upstream.models = [{ id: `model-${format}`, created: 1 }];
  upstreams.set(format, upstream);
  addresses.push(`${format}=${format}:${(await upstream.listen()).href}`);
}
mkdirSync(folder);
const hub = await startLabHub(home, addresses);
try {
  await price();
  let failed = 0;
  for (const [format, model] of kinds) {
    for (const trajectory of trajectories) {
      const problem = await attempt({ format, model }, trajectory);
      failed += problem === undefined ? 0 : 1;
      const word = problem === undefined ? "ok  " : "FAIL";
      process.stdout.write(`${word} ${format}: ${trajectory.name}${problem ?? ""}\n`);
    }
  }
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  await hub.end();
  upstreams.forEach((upstream) => upstream.close());
  rmSync(home, { recursive: true, force: true });
}

async function attempt(
  {
    format,
    model,
  }: { readonly format: string; readonly model: (spoken: Spoken) => UpstreamHandler },
  trajectory: Trajectory,
): Promise<string | undefined> {
  const upstream = upstreams.get(format);
  if (!upstream) {
    throw new Error("no upstream");
  }
  rmSync(join(folder, "added.txt"), { force: true });
  const steps = trajectory.answers(model);
  upstream.requests.length = 0;
  upstream.handle = (request, response) => {
    steps[Math.min(upstream.requests.length, steps.length) - 1]?.(request, response);
  };
  writeConfig(hub.url, `model-${format}`, trajectory.headers ?? {});
  const args = [
    ...words,
    "exec",
    "--skip-git-repo-check",
    "--dangerously-bypass-approvals-and-sandbox",
  ];
  const child = spawn(command, [...args, trajectory.prompt ?? "Do it"], {
    cwd: folder,
    env: { ...process.env, CODEX_HOME: join(home, "codex"), AI_HUB_TOKEN: hub.token },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const outcome = await outcomeOf(child, trajectory, upstream);
  for (let wait = 0; wait < 50 && upstream.openAnswers > 0; wait += 1) {
    await new Promise((resolve) => void setTimeout(resolve, 100));
  }
  return trajectory.isRight(outcome, upstream, folder)
    ? undefined
    : ` (exit ${outcome.code}, ${upstream.requests.length} requests)\n${outcome.text.slice(-1_500)}`;
}

async function outcomeOf(
  child: ChildProcess,
  { stopsAt }: Trajectory,
  upstream: FakeUpstream,
): Promise<Outcome> {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (data: Buffer) => {
      text += data.toString();
    });
  }
  const timer = setTimeout(() => child.kill("SIGKILL"), 120_000);
  const watch = setInterval(() => {
    if (stopsAt !== undefined && upstream.requests.length > 0) {
      child.kill("SIGINT");
    }
  }, 200);
  const [code] = (await once(child, "close")) as [number | null];
  clearTimeout(timer);
  clearInterval(watch);
  return { text, code };
}

function writeConfig(url: string, model: string, headers: Readonly<Record<string, string>>): void {
  mkdirSync(join(home, "codex"), { recursive: true });
  const all = Object.entries({ "X-Hub-App": "codex", ...headers });
  const table = all.map(([name, value]) => `${JSON.stringify(name)} = ${JSON.stringify(value)}`);
  const lines = [
    `model = "${model}"`,
    'model_provider = "hub"',
    'web_search = "disabled"',
    "[model_providers.hub]",
    'name = "hub"',
    `base_url = "${url}/hub/v1"`,
    'env_key = "AI_HUB_TOKEN"',
    'wire_api = "responses"',
    "request_max_retries = 1",
    "stream_max_retries = 2",
    `http_headers = { ${table.join(", ")} }`,
  ];
  writeFileSync(join(home, "codex", "config.toml"), `${lines.join("\n")}\n`);
}

/** Prices, by the administration API: without them nothing counts against a cap. */
async function price(): Promise<void> {
  for (const [format] of kinds) {
    const fields = { price: { input: "3", output: "15" }, tiers: [], is_active: true };
    await hub.admin("PUT", `models/model-${format}`, fields);
  }
}
