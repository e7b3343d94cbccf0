import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { cachedPackage } from "../cachedPackage.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const claudeVersion = "2.1.330";
const opencodeVersion = "1.18.33";
/** Their programs are packages of their own, one for each system. */
const system = `${process.platform}-${process.arch}`;
const model = "hub-script-play";

/** Where an agent works, and for whom. */
export interface Place {
  readonly hub: string;
  readonly token: string;
  /** The workspace: a Git repository. */
  readonly folder: string;
  /** An empty home of its own. */
  readonly home: string;
}

/** An agent without its window: plays `task` in the place, resolves with what it printed. */
export interface Candidate {
  readonly name: string;
  play(task: string, place: Place): Promise<string>;
}

export const ours: Candidate = {
  name: "ours",
  play: (task, { hub, token, folder, home }) =>
    output(process.execPath, {
      args: [
        join(root, "dist/agent.mjs"),
        "--hub",
        hub,
        "--model",
        model,
        "--level",
        "edits",
        "--max-cost",
        "100",
        task,
      ],
      folder,
      env: { HOME: home, AI_HUB_TOKEN: token },
    }),
};

export function claudeCode(): Candidate {
  const folder = cachedPackage(`@anthropic-ai/claude-code-${system}`, claudeVersion);
  const program = join(folder, "claude");
  return {
    name: `Claude Code ${claudeVersion}`,
    play: (task, { hub, token, folder: cwd, home }) =>
      output(program, {
        args: ["-p", task, "--model", model, "--allowedTools", "Read,Edit,Bash(head:*)"],
        folder: cwd,
        env: {
          HOME: home,
          ANTHROPIC_BASE_URL: `${hub}/hub`,
          ANTHROPIC_AUTH_TOKEN: token,
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        },
      }),
  };
}

export function opencode(): Candidate {
  const folder = cachedPackage(`opencode-${system}`, opencodeVersion);
  const program = join(folder, "bin/opencode");
  return {
    name: `opencode ${opencodeVersion}`,
    play: (task, { hub, token, folder: cwd, home }) => {
      writeFileSync(join(cwd, "opencode.json"), JSON.stringify(opencodeSettings(hub)));
      return output(program, {
        args: ["run", "--model", `hub/${model}`, task],
        folder: cwd,
        env: { HOME: home, AI_HUB_TOKEN: token, OPENCODE_DISABLE_AUTOUPDATE: "1" },
      });
    },
  };
}

function opencodeSettings(hub: string): object {
  return {
    provider: {
      hub: {
        npm: "@ai-sdk/openai-compatible",
        options: { baseURL: `${hub}/hub/v1`, apiKey: "{env:AI_HUB_TOKEN}" },
        models: { [model]: { limit: { context: 200_000, output: 8_000 } } },
      },
    },
  };
}

/** Writes the files and makes them a repository, since each of the agents looks at Git. */
export function makeWorkspace(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(join(folder, "src"), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    writeFileSync(join(folder, path), text);
  }
  const who = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  for (const args of [
    ["init", "-q"],
    ["add", "-A"],
    [...who, "commit", "-qm", "first"],
  ]) {
    execFileSync("git", args, { cwd: folder, stdio: "ignore" });
  }
}

interface Started {
  readonly args: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The program gets nothing of this environment but where programs are. */
async function output(program: string, { args, folder, env }: Started): Promise<string> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 300_000,
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data: Buffer) => {
      text += data.toString();
    });
  }
  await once(child, "close");
  return `${text}\n(exit ${child.exitCode})`;
}
