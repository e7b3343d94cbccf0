import { realpathSync } from "node:fs";
import { basename, extname, isAbsolute, resolve } from "node:path";

import { hashOfJson } from "../../agent/mcpClient/canonicalJson.ts";
import type { ServerConfig } from "../../agent/mcpClient/serverConfig.ts";
import type { PlannedAct } from "../../agent/tools/base/agentTool.ts";
import { localHubEnvironment } from "../../shared/hubApi/localHub.ts";
import type { PolicyServer } from "../../shared/hubApi/mcpIdentity.ts";
import { isBelow } from "../files/realPaths.ts";
import { findProgram } from "../processes/shell.ts";
import type { StdioLaunch } from "./mcpStdio.ts";

export interface LaunchPlace {
  readonly folder: string | undefined;
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
}

export interface Launch {
  readonly name: string;
  readonly config: ServerConfig;
  /** A hash of everything that determines the program and its input. */
  readonly hash: string;
  readonly planned: PlannedAct;
}

export type ReadSecret = (server: ServerConfig, name: string) => Promise<string | undefined>;

export class LaunchError extends Error {
  override readonly name = "LaunchError";
}

export async function planLaunch(config: ServerConfig, place: LaunchPlace): Promise<Launch> {
  const resolved = config.kind === "stdio" ? resolvedProgram(config, place) : config;
  const { name } = resolved;
  const facts =
    resolved.kind === "stdio"
      ? [
          ["Program", [resolved.command, ...resolved.args].map(word).join(" ")],
          ["Folder", resolved.folder ?? ""],
          ["Environment", pairs(resolved.env)],
        ]
      : [
          ["Address", resolved.url],
          ["Headers", Object.entries(resolved.headers).map(shownHeader).join(", ")],
        ];
  const shown = facts.filter(([, text]) => text !== "").map(([label, text]) => `${label}: ${text}`);
  const identity =
    resolved.kind === "stdio" ? resolved : { name, url: resolved.url, headers: resolved.headers };
  return {
    name,
    config: resolved,
    hash: await hashOfJson(identity),
    planned: {
      act: "serverStart",
      paths: [],
      title:
        resolved.kind === "stdio"
          ? `Start the MCP server ${name} on this machine`
          : `Connect to the MCP server ${name}`,
      detail: shown.join("\n"),
      mcp: { server: name },
    },
  };
}

/** The server's identity for the policy. Of a program that cannot be found only its name is used. */
export function identityOf(config: ServerConfig, place: LaunchPlace): PolicyServer {
  const { name } = config;
  if (config.kind === "http") {
    return { name, kind: "http", url: config.url };
  }
  try {
    const { command, args, env } = resolvedProgram(config, place);
    const program = realpathSync(command);
    const isOfWorkspace = [command, program].some(
      (path) => place.folder !== undefined && isBelow(place.folder, path),
    );
    const runner = isOfWorkspace ? undefined : basename(command, extname(command));
    return { name, kind: "stdio", program, runner, args, variables: Object.keys(env) };
  } catch {
    return { name, kind: "stdio", program: "", args: [], variables: [] };
  }
}

/** Throws a `LaunchError` for a missing secret. */
export async function stdioLaunch(
  { config }: Launch & { readonly config: { readonly kind: "stdio" } },
  place: LaunchPlace,
  readSecret: ReadSecret,
): Promise<StdioLaunch> {
  const own = await filled(config, config.env, { place, readSecret });
  const {
    AI_HUB_HOME: _home,
    LD_LIBRARY_PATH: _libraries,
    ...base
  } = localHubEnvironment(place.environment);
  const args = await Promise.all(
    config.args.map(async (text) => fill(config, text, { place, readSecret })),
  );
  const environment = { ...base, ...own };
  return { ...programOf(config.command, args), environment, folder: config.folder ?? place.home };
}

export async function httpHeaders(
  { config }: Launch & { readonly config: { readonly kind: "http" } },
  place: LaunchPlace,
  readSecret: ReadSecret,
): Promise<Readonly<Record<string, string>>> {
  return await filled(config, config.headers, { place, readSecret });
}

type Stdio = Extract<ServerConfig, { kind: "stdio" }>;

function resolvedProgram(config: Stdio, place: LaunchPlace): Stdio {
  const at = (text: string): string => withFolders(text, place);
  const folder = resolve(place.folder ?? place.home, at(config.folder ?? "."));
  const command = at(config.command);
  const program = /[/\\]/u.test(command)
    ? resolve(folder, command)
    : findOnPath(command, place.environment["PATH"] ?? place.environment["Path"] ?? "");
  if (program === undefined) {
    throw new LaunchError(`The program ${command} was not found.`);
  }
  const env = Object.fromEntries(
    Object.entries(config.env).map(([name, text]) => [name, at(text)]),
  );
  return { ...config, command: program, args: config.args.map(at), env, folder };
}

function findOnPath(command: string, path: string): string | undefined {
  const endings = process.platform === "win32" && extname(command) === "" ? [".exe", ".cmd"] : [""];
  return endings.map((ending) => findProgram(command + ending, path)).find(isThere);
}

function isThere(path: string | undefined): boolean {
  return path !== undefined;
}

function withFolders(text: string, { folder, home }: LaunchPlace): string {
  return text.replaceAll(
    /\$\{(workspaceFolder|userHome)(?::[^}]*)?\}/gu,
    (_match, name: string) => {
      if (name === "userHome") {
        return home;
      }
      if (folder === undefined) {
        throw new LaunchError("It needs a folder of a workspace, and none is open.");
      }
      return folder;
    },
  );
}

interface Sources {
  readonly place: LaunchPlace;
  readonly readSecret: ReadSecret;
}

async function filled(
  server: ServerConfig,
  texts: Readonly<Record<string, string>>,
  sources: Sources,
): Promise<Readonly<Record<string, string>>> {
  const entries = Object.entries(texts).map(
    async ([key, text]) => [key, await fill(server, text, sources)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

async function fill(server: ServerConfig, text: string, sources: Sources): Promise<string> {
  const parts = text.split(/(\$\{[^}]*\})/u);
  const values = parts.map(async (part, index) =>
    index % 2 === 0 ? part : await valueOf(server, part.slice(2, -1), sources),
  );
  return (await Promise.all(values)).join("");
}

async function valueOf(
  server: ServerConfig,
  reference: string,
  { place, readSecret }: Sources,
): Promise<string> {
  const [, kind = "", name = ""] = /^(env|secret|input):(.+)$/u.exec(reference) ?? [];
  if (kind === "env") {
    return place.environment[name] ?? "";
  }
  const value = kind === "" ? undefined : await readSecret(server, name);
  if (value === undefined) {
    throw new LaunchError(
      kind === ""
        ? `Its configuration has \${${reference}}, which is not known.`
        : `Its secret ${name} is not set.`,
    );
  }
  return value;
}

/** Shows placeholders only: a literal value may be a secret. */
function shownHeader([name, text]: readonly [string, string]): string {
  const references = text.match(/\$\{[^}]*\}/gu) ?? [];
  return references.length === 0 ? name : `${name}=${word(references.join(" "))}`;
}

function pairs(texts: Readonly<Record<string, string>>): string {
  return Object.entries(texts)
    .map(([name, text]) => `${name}=${word(text)}`)
    .join(" ");
}

function word(text: string): string {
  return /^[\w./:@%+=,$\\{}-]+$/u.test(text) ? text : JSON.stringify(text);
}

/** Starts a Windows batch file, such as `npx.cmd`, in the command processor. */
function programOf(
  command: string,
  args: readonly string[],
): Pick<StdioLaunch, "program" | "args" | "isVerbatim"> {
  if (process.platform !== "win32" || !/\.(?:cmd|bat)$/iu.test(command)) {
    return { program: command, args };
  }
  const words = [command, ...args];
  // The command processor interprets these characters even in quotes.
  if (words.some((text) => /["%!^&|<>\r\n]/u.test(text)) || !isAbsolute(command)) {
    throw new LaunchError("Its arguments cannot be given to a batch file safely.");
  }
  const line = words.map((text) => `"${text}"`).join(" ");
  const system = process.env["SystemRoot"] ?? "C:\\Windows";
  return {
    program: `${system}\\System32\\cmd.exe`,
    args: ["/d", "/s", "/c", `"${line}"`],
    isVerbatim: true,
  };
}
