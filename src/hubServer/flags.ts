import { parseArgs } from "node:util";

import { isLoopbackHost } from "./http/originGuard.ts";
import { defaultPaths } from "./paths.ts";
import { readUpstreams, type UpstreamConfig } from "./upstream/upstreamConfig.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface HubConfig {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly dataFolder: string;
  readonly upstreams: readonly UpstreamConfig[];
  readonly isLab: boolean;
  readonly isJson: boolean;
  readonly allowsRemote: boolean;
  /** Where the extension is told of this hub; undefined tells nobody. */
  readonly discoveryFile: string | undefined;
  /** Ends the hub when no window has needed it for this long; undefined keeps it. */
  readonly idleExitMs: number | undefined;
  readonly recordFile: string | undefined;
  readonly adminToken: string | undefined;
  /** Speed of the built-in models. */
  readonly tokensPerSecond: number;
}

/** A flag or variable that cannot be used; the message is for who gave it. */
export class FlagError extends Error {
  override readonly name = "FlagError";
}

const options = {
  host: { type: "string" },
  port: { type: "string" },
  data: { type: "string" },
  upstream: { type: "string", multiple: true },
  lab: { type: "boolean" },
  json: { type: "boolean" },
  "allow-remote": { type: "boolean" },
  discovery: { type: "string" },
  "idle-exit": { type: "string" },
  record: { type: "string" },
  "demo-speed": { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

export const helpText = `AI Hub: a gateway to language models, on this machine

  node hub.mjs [flags]

  --host <address>      address to listen on (127.0.0.1)
  --port <number>       port to listen on; 0 takes a free one (8787)
  --data <folder>       data directory (per user)
  --upstream <url>      an OpenAI-compatible server, as url or name=url; may be repeated
  --lab                 demonstration: a token for this run, scripted models, and an Ollama or
                        llama.cpp that already runs on this machine
  --json                print one line of JSON when it listens
  --allow-remote        permit an address other than the loopback
  --discovery <file>    tell the extension of this user where the hub is (with --lab and the
                        default data directory: always)
  --idle-exit <seconds> end when no editor window has needed the hub for this long
  --record <file>       append every API request to a file, with its token; --lab only, for tests
  --demo-speed <number> tokens per second of the built-in models (150)
  --help, --version

Each flag is also an environment variable: AI_HUB_HOST, AI_HUB_PORT, AI_HUB_UPSTREAM (separated by
spaces), AI_HUB_LAB=1 … AI_HUB_ADMIN_TOKEN sets the administrator's token. An upstream's key comes from
AI_HUB_UPSTREAM_<NAME>_KEY or AI_HUB_UPSTREAM_KEY. AI_HUB_HOME moves everything that is kept per user.
`;

export type Command =
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  | { readonly kind: "serve"; readonly config: HubConfig };

/** Reads flags and, where one is missing, its variable; throws a `FlagError`. */
export function readCommand(args: readonly string[], env: Environment): Command {
  const { values } = parse(args);
  if (values.help === true) {
    return { kind: "help" };
  }
  if (values.version === true) {
    return { kind: "version" };
  }
  const config = readConfig(values, env);
  checkTogether(config);
  return { kind: "serve", config };
}

function readConfig(values: Values, env: Environment): HubConfig {
  const text = (name: Exclude<keyof Values, "upstream">): string | undefined => {
    const value = values[name];
    const given = typeof value === "string" ? value : env[variableOf(name)];
    return given === "" ? undefined : given;
  };
  const isSet = (name: "lab" | "json" | "allow-remote"): boolean =>
    values[name] ?? /^(?:1|true|yes|on)$/iu.test(env[variableOf(name)] ?? "");
  const isLab = isSet("lab");
  const paths = defaultPaths(env);
  const data = text("data");
  const idleExit = text("idle-exit");
  return {
    host: text("host") ?? "127.0.0.1",
    port: readNumber("port", text("port") ?? "8787", { max: 65_535, isWhole: true }),
    dataFolder: data ?? (isLab ? paths.lab : paths.data),
    upstreams: upstreamsOf(values.upstream ?? words(env["AI_HUB_UPSTREAM"]), env),
    isLab,
    isJson: isSet("json"),
    allowsRemote: isSet("allow-remote"),
    // A hub with a data directory of its own, as tests start, must not become the one of the user.
    discoveryFile: text("discovery") ?? (isLab && data === undefined ? paths.discovery : undefined),
    idleExitMs:
      idleExit === undefined
        ? undefined
        : readNumber("idle-exit", idleExit, { max: 86_400 }) * 1_000,
    recordFile: text("record"),
    adminToken: env["AI_HUB_ADMIN_TOKEN"],
    tokensPerSecond: readNumber("demo-speed", text("demo-speed") ?? "150", { max: 1_000_000 }),
  };
}

type Values = ReturnType<typeof parse>["values"];

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true });
  } catch (error) {
    throw new FlagError(error instanceof Error ? error.message : "The flags cannot be read.", {
      cause: error,
    });
  }
}

function variableOf(flag: string): string {
  return `AI_HUB_${flag.toUpperCase().replaceAll("-", "_")}`;
}

function words(text = ""): readonly string[] {
  return text.split(/\s+/u).filter((word) => word !== "");
}

function upstreamsOf(given: readonly string[], env: Environment): readonly UpstreamConfig[] {
  try {
    return readUpstreams(given, env);
  } catch (error) {
    throw new FlagError(error instanceof Error ? error.message : "--upstream cannot be read.", {
      cause: error,
    });
  }
}

function readNumber(
  name: string,
  text: string,
  { max, isWhole = false }: { readonly max: number; readonly isWhole?: boolean },
): number {
  const value = Number(text);
  if (!/^\d+(?:\.\d+)?$/u.test(text) || value > max || (isWhole && !Number.isInteger(value))) {
    throw new FlagError(`--${name} must be a number from 0 to ${max}, not "${text}".`);
  }
  return value;
}

function checkTogether({ host, allowsRemote, isLab, recordFile, adminToken }: HubConfig): void {
  const isRemote = !isLoopbackHost(host);
  if (isRemote && !allowsRemote) {
    throw new FlagError(
      `--host ${host} would let other machines reach this hub. Add --allow-remote if that is meant.`,
    );
  }
  if (isRemote && isLab) {
    throw new FlagError("--lab is for this machine only: it cannot be combined with --host.");
  }
  if (recordFile !== undefined && !isLab) {
    throw new FlagError("--record writes tokens and prompts to a file: it needs --lab.");
  }
  if (adminToken !== undefined && adminToken.length < 16) {
    throw new FlagError("AI_HUB_ADMIN_TOKEN must have at least 16 characters.");
  }
}
