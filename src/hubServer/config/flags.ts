import { readFlags, UsageError } from "../../sharedNode/flags.ts";
import { type HubConfig, readHubConfig } from "./hubConfig.ts";
import type { Environment } from "./secrets.ts";

const options = {
  host: { type: "string" },
  port: { type: "string" },
  data: { type: "string" },
  config: { type: "string" },
  database: { type: "string" },
  upstream: { type: "string", multiple: true },
  lab: { type: "boolean" },
  json: { type: "boolean" },
  log: { type: "string" },
  "allow-remote": { type: "boolean" },
  "allow-origin": { type: "string", multiple: true },
  proxy: { type: "string", multiple: true },
  discovery: { type: "string" },
  "idle-exit": { type: "string" },
  record: { type: "string" },
  play: { type: "string" },
  "key-folder": { type: "string" },
  "demo-speed": { type: "string" },
  workers: { type: "string" },
  format: { type: "string" },
  force: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

export const helpText = `AI Hub: a gateway to language models, with governance

  node hub.mjs [flags]                             run the hub
  node hub.mjs audit verify [flags]                check the chain of the audit
  node hub.mjs audit export [--format csv] [flags] write the audit to standard output, as jsonl or csv
  node hub.mjs backup <file> [--force] [flags]     copy the database of the data directory while the hub runs;
                                                   --force replaces the file if it is there
  node hub.mjs restore <file> [--force] [flags]    put such a copy in the place of the database, while no hub runs;
                                                   --force takes a copy whose audit is not intact

  --host <address>      address to listen on (127.0.0.1)
  --port <number>       port to listen on; 0 takes a free one (8787)
  --data <folder>       data directory (per user)
  --config <file>       configuration in YAML or JSON; flags and variables go before it
  --database <url>      PostgreSQL, shared by any number of hubs; without it the data directory has it all
  --upstream <url>      a model server, as url or name=url, OpenAI-compatible unless the address begins with
                        anthropic: or responses: as in anthropic:https://api.example.com; may be repeated
  --workers <number>    processes that answer requests, beside the one with the ledger (on Linux one less than
                        the machine has processors, 8 at most; 1, as in the lab, is a hub of one process)
  --key-folder <folder> where files with keys of upstreams lie; the hub reads no other file as a key
  --lab                 demonstration: an organisation, a token for this run, scripted models, and an
                        Ollama or llama.cpp that already runs on this machine
  --json                print one line of JSON when it listens
  --log <text|json>     form of the log on standard error (text)
  --allow-remote        permit an address other than the loopback
  --allow-origin <url>  let an editor in the browser, at this origin, call the API; may be repeated
  --proxy <address>     proxy in front, or its network as 10.0.0.0/8, whose X-Forwarded-For names the client;
                        may be repeated
  --discovery <file>    tell the extension of this user where the hub is (with --lab and the
                        default data directory: always)
  --idle-exit <seconds> end when no editor window has needed the hub for this long
  --record <file>       append every API request to a file, with its token; --lab only, for tests
  --play <folder>       the model hub-script-play plays the trajectories <folder>/<name>.json; --lab only
  --demo-speed <number> tokens per second of the built-in models (150)
  --help, --version

Each flag is also an environment variable: AI_HUB_HOST, AI_HUB_PORT, AI_HUB_UPSTREAM (separated by
spaces), AI_HUB_LAB=1 … DATABASE_URL is understood too, but not with --lab, which takes a database by
its flag only. AI_HUB_ADMIN_TOKEN sets the administrator's
token. An upstream's key comes from AI_HUB_UPSTREAM_<NAME>_KEY, or with one upstream from
AI_HUB_UPSTREAM_KEY. A running hub describes its administration API at /hub/admin/v1/openapi.json and
has its page at /hub/console. AI_HUB_HOME moves everything that is kept per user.
`;

export type Command =
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  | { readonly kind: "serve"; readonly config: HubConfig }
  | { readonly kind: "auditVerify"; readonly config: HubConfig }
  | {
      readonly kind: "auditExport";
      readonly config: HubConfig;
      readonly format: "csv" | "jsonl";
    }
  | {
      readonly kind: "backup";
      readonly config: HubConfig;
      readonly path: string;
      readonly mayReplace: boolean;
    }
  | {
      readonly kind: "restore";
      readonly config: HubConfig;
      readonly path: string;
      readonly takesBroken: boolean;
    };

/** Throws a `UsageError` or a `ConfigFileError`. */
export function readCommand(args: readonly string[], env: Environment): Command {
  const { values, positionals } = readFlags(args, options, true);
  if (values.help === true) {
    return { kind: "help" };
  }
  if (values.version === true) {
    return { kind: "version" };
  }
  return commandOf(positionals.join(" "), values, readHubConfig(values, env));
}

interface CommandFlags {
  readonly format?: string | undefined;
  readonly force?: boolean | undefined;
}

function commandOf(words: string, { format, force }: CommandFlags, config: HubConfig): Command {
  const [, command, path] = /^(backup|restore) (.+)$/su.exec(words) ?? [];
  if (force !== undefined && command === undefined) {
    throw new UsageError("--force is for backup and restore only.");
  }
  if (path !== undefined) {
    return command === "backup"
      ? { kind: "backup", config, path, mayReplace: force ?? false }
      : { kind: "restore", config, path, takesBroken: force ?? false };
  }
  switch (words) {
    case "":
      return { kind: "serve", config };
    case "audit verify":
      return { kind: "auditVerify", config };
    case "audit export":
      return { kind: "auditExport", config, format: formatOf(format) };
    default:
      throw unknownCommand(words);
  }
}

function unknownCommand(words: string): UsageError {
  const isWithoutFile = words === "backup" || words === "restore";
  return new UsageError(
    isWithoutFile
      ? `${words} needs a file, as in "node hub.mjs ${words} hub-copy.db".`
      : `There is no command "${words}".`,
  );
}

function formatOf(given = "jsonl"): "csv" | "jsonl" {
  if (given !== "csv" && given !== "jsonl") {
    throw new UsageError(`--format is csv or jsonl, not "${given}".`);
  }
  return given;
}
