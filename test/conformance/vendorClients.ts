import { join } from "node:path";

import { approveDevice } from "../support/approveDevice.ts";
import type { LabHub } from "./labHub.ts";

export interface Vendor {
  readonly client: "claude-code" | "codex" | "opencode";
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The call of a tool by which its model sees a file. */
  readonly read: (path: string) => readonly [tool: string, input: object];
  /** Files below the home, by which the client uses the hub. */
  readonly files?: Readonly<Record<string, string>>;
  readonly signIn?: (run: RunClient) => Promise<string>;
}

/** Runs the client; `onText` gets all that it printed so far. */
type RunClient = (args: readonly string[], onText?: (text: string) => void) => Promise<string>;

interface Place {
  /** The folder with the installed packages. */
  readonly packages: string;
  readonly model: string;
}

const system = `${process.platform}-${process.arch}`;
/** The clients as `/connect` and docs/hub.md connect them: with a token, but opencode by its sign-in. */
export function vendorsOf(hub: LabHub, place: Place): readonly Vendor[] {
  return [claudeCode(hub, place), codex(hub, place), opencode(hub, place)];
}

function claudeCode({ url, token }: LabHub, { packages, model }: Place): Vendor {
  return {
    client: "claude-code",
    program: join(packages, `node_modules/@anthropic-ai/claude-code-${system}/claude`),
    args: ["-p", "Read both files.", "--model", `claude-${model}`],
    env: {
      ANTHROPIC_BASE_URL: `${url}/hub`,
      ANTHROPIC_AUTH_TOKEN: token,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    },
    read: (path) => ["Read", { file_path: path }],
  };
}

function codex({ url, token }: LabHub, { packages, model }: Place): Vendor {
  const lines = [
    `model = "${model}"`,
    'model_provider = "hub"',
    'web_search = "disabled"',
    "[model_providers.hub]",
    'name = "hub"',
    `base_url = "${url}/hub/v1"`,
    'env_key = "AI_HUB_TOKEN"',
    'wire_api = "responses"',
  ];
  return {
    client: "codex",
    program: join(packages, "node_modules/.bin/codex"),
    args: ["exec", "--skip-git-repo-check", "Read both files."],
    env: { AI_HUB_TOKEN: token },
    read: (path) => ["exec_command", { cmd: `cat ${path}` }],
    files: { ".codex/config.toml": `${lines.join("\n")}\n` },
  };
}

function opencode(hub: LabHub, { packages, model }: Place): Vendor {
  return {
    client: "opencode",
    program: join(packages, `node_modules/opencode-${system}/bin/opencode`),
    args: ["run", "--model", `hub/${model}`, "Read both files."],
    env: { OPENCODE_DISABLE_AUTOUPDATE: "1" },
    read: (path) => ["read", { filePath: path }],
    signIn: (run) => {
      let code: string | undefined;
      return run(["auth", "login", hub.url], (text) => {
        if (code === undefined) {
          code = /approve ([A-Z-]{9})/u.exec(text)?.[1];
          if (code !== undefined) {
            approveDevice(hub, code).catch((error: unknown) =>
              process.stderr.write(`${String(error)}\n`),
            );
          }
        }
      });
    },
  };
}
