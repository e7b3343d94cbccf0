import { statSync } from "node:fs";

import { UsageError } from "../../sharedNode/flags.ts";
import { isLoopbackHost } from "../http/originGuard.ts";
import type { OwnKindRecord } from "../store/records.ts";
import type { KeyPolicy } from "../upstream/keySource.ts";
import type { UpstreamConfig } from "../upstream/upstreamConfig.ts";
import { type ConfigFile, readConfigFile } from "./configFile.ts";
import { givenKindsOf } from "./givenKinds.ts";
import { keyPolicyOf, requireKeyFolder, upstreamsOf } from "./givenUpstreams.ts";
import { type OpenIdConfig, openIdOf } from "./openIdConfig.ts";
import { defaultPaths } from "./paths.ts";
import { peersOf, words } from "./peers.ts";
import { type Environment, secretIn } from "./secrets.ts";
import { workerCount } from "./workerCount.ts";

export interface HubConfig {
  readonly host: string;
  readonly port: number;
  readonly dataFolder: string;
  /** PostgreSQL's address, a secret; undefined: SQLite. */
  readonly databaseUrl: string | undefined;
  readonly upstreams: readonly UpstreamConfig[];
  /** The organisation's kinds of sensitive data that the file gives. */
  readonly kinds: readonly OwnKindRecord[];
  readonly keyPolicy: KeyPolicy;
  readonly isLab: boolean;
  readonly isJson: boolean;
  readonly logForm: "text" | "json";
  readonly allowsRemote: boolean;
  readonly allowedOrigins: readonly string[];
  /** `X-Forwarded-For` is trusted from these addresses and networks. */
  readonly proxies: readonly string[];
  /** File in which the extension finds this hub. */
  readonly discoveryFile: string | undefined;
  /** Stops the hub after this time without a window. */
  readonly idleExitMs: number | undefined;
  readonly recordFile: string | undefined;
  readonly playFolder: string | undefined;
  readonly adminToken: string | undefined;
  readonly tokensPerSecond: number;
  readonly openId: OpenIdConfig | undefined;
  readonly workers: number;
}

export interface FlagValues {
  readonly host?: string | undefined;
  readonly port?: string | undefined;
  readonly data?: string | undefined;
  readonly config?: string | undefined;
  readonly database?: string | undefined;
  readonly log?: string | undefined;
  readonly upstream?: readonly string[] | undefined;
  readonly lab?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly "allow-remote"?: boolean | undefined;
  readonly "allow-origin"?: readonly string[] | undefined;
  readonly proxy?: readonly string[] | undefined;
  readonly discovery?: string | undefined;
  readonly "idle-exit"?: string | undefined;
  readonly record?: string | undefined;
  readonly play?: string | undefined;
  readonly "key-folder"?: string | undefined;
  readonly "demo-speed"?: string | undefined;
  readonly workers?: string | undefined;
}

/** Order: flag, variable (`AI_HUB_…`), configuration file, default. Throws a `UsageError` or a `ConfigFileError`. */
export function readHubConfig(values: FlagValues, environment: Environment): HubConfig {
  const env = withoutEmpty(environment);
  const given = new Given(values, env);
  const path = given.text("config");
  const file = path === undefined ? {} : readConfigFile(path);
  const keyPolicy = keyPolicyOf(given.text("key-folder"), file, env);
  const config: HubConfig = {
    ...networkOf(given, file),
    ...placesOf(given, file, env),
    ...timesOf(given),
    databaseUrl: databaseOf(given, file, { flag: values.database, env }),
    keyPolicy,
    upstreams: upstreamsOf(values.upstream ?? words(env["AI_HUB_UPSTREAM"]), file, keyPolicy),
    kinds: givenKindsOf(file.kinds),
    ...peersOf(values, file, env),
    isJson: given.isSet("json") ?? false,
    logForm: logFormOf(given.text("log") ?? file.log),
    adminToken: env["AI_HUB_ADMIN_TOKEN"] ?? secretIn(file.admin_token_file),
    openId: openIdOf(file, env),
    workers: workerCount({
      flag: values.workers,
      variable: env["AI_HUB_WORKERS"],
      file: file.workers,
      isLab: given.isSet("lab") ?? false,
      endsIdle: given.text("idle-exit") !== undefined,
    }),
  };
  checkTogether(config);
  return config;
}

/** Drops empty variables: `X=` in an env file counts as not set. */
function withoutEmpty(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
}

function networkOf(
  given: Given,
  file: ConfigFile,
): Pick<HubConfig, "host" | "port" | "allowsRemote"> {
  return {
    host: given.text("host") ?? file.host ?? "127.0.0.1",
    port: readNumber("port", given.text("port") ?? String(file.port ?? 8787), {
      max: 65_535,
      isWhole: true,
    }),
    allowsRemote: given.isSet("allow-remote") ?? file.allow_remote ?? false,
  };
}

function placesOf(
  given: Given,
  file: ConfigFile,
  env: Environment,
): Pick<HubConfig, "isLab" | "dataFolder" | "discoveryFile" | "recordFile" | "playFolder"> {
  const isLab = given.isSet("lab") ?? false;
  const paths = defaultPaths(env);
  const data = given.text("data") ?? file.data;
  // A hub with its own data directory must not replace the user's hub.
  const discovery = isLab && data === undefined ? paths.discovery : undefined;
  return {
    isLab,
    dataFolder: data ?? (isLab ? paths.lab : paths.data),
    discoveryFile: given.text("discovery") ?? discovery,
    recordFile: given.text("record"),
    playFolder: given.text("play"),
  };
}

function timesOf(given: Given): Pick<HubConfig, "idleExitMs" | "tokensPerSecond"> {
  const idleExit = given.text("idle-exit");
  return {
    idleExitMs:
      idleExit === undefined
        ? undefined
        : readNumber("idle-exit", idleExit, { max: 86_400 }) * 1_000,
    tokensPerSecond: readNumber("demo-speed", given.text("demo-speed") ?? "150", {
      max: 1_000_000,
    }),
  };
}

type BooleanFlag = "lab" | "json" | "allow-remote";

type TextFlag = Exclude<keyof FlagValues, "upstream" | "allow-origin" | "proxy" | BooleanFlag>;

class Given {
  readonly #values: FlagValues;
  readonly #env: Environment;

  constructor(values: FlagValues, env: Environment) {
    this.#values = values;
    this.#env = env;
  }

  text(name: TextFlag): string | undefined {
    const text = this.#values[name] ?? this.#env[variableOf(name)];
    return text === "" ? undefined : text;
  }

  isSet(name: BooleanFlag): boolean | undefined {
    const text = this.#env[variableOf(name)];
    return (
      this.#values[name] ??
      (text === undefined || text === "" ? undefined : /^(?:1|true|yes|on)$/iu.test(text))
    );
  }
}

function variableOf(flag: string): string {
  return `AI_HUB_${flag.toUpperCase().replaceAll("-", "_")}`;
}

/**
 * The database's address. The lab ignores the environment, which in an editor may name the database of the person's
 * work.
 */
function databaseOf(
  given: Given,
  file: ConfigFile,
  { flag, env }: { readonly flag: string | undefined; readonly env: Environment },
): string | undefined {
  if (given.isSet("lab") !== true) {
    return checkedDatabase(
      given.text("database") ?? env["DATABASE_URL"] ?? secretIn(file.database_file),
    );
  }
  if (file.database_file !== undefined) {
    throw new UsageError(
      "With --lab a database is given by --database only, not by database_file.",
    );
  }
  return checkedDatabase(flag);
}

function checkedDatabase(url: string | undefined): string | undefined {
  if (url !== undefined && !/^postgres(?:ql)?:\/\//u.test(url)) {
    // The value may be a secret.
    throw new UsageError(
      "--database needs the address of a PostgreSQL, as postgres://user@host/name.",
    );
  }
  return url;
}

function logFormOf(given = "text"): "text" | "json" {
  if (given !== "text" && given !== "json") {
    throw new UsageError(`--log is text or json, not "${given}".`);
  }
  return given;
}

function readNumber(
  name: string,
  text: string,
  { max, isWhole = false }: { readonly max: number; readonly isWhole?: boolean },
): number {
  const value = Number(text);
  if (!/^\d+(?:\.\d+)?$/u.test(text) || value > max || (isWhole && !Number.isInteger(value))) {
    throw new UsageError(`--${name} must be a number from 0 to ${max}, not "${text}".`);
  }
  return value;
}

function checkPlayFolder({ playFolder, isLab }: HubConfig): void {
  if (playFolder === undefined) {
    return;
  }
  if (!isLab) {
    throw new UsageError("--play needs --lab: only the lab has a model that plays trajectories.");
  }
  if (statSync(playFolder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new UsageError(`--play needs a folder with trajectories, and ${playFolder} is none.`);
  }
}

function checkTogether(config: HubConfig): void {
  const isRemote = !isLoopbackHost(config.host);
  if (isRemote && !config.allowsRemote) {
    throw new UsageError(
      `--host ${config.host} would let other machines reach this hub. Add --allow-remote if that is meant.`,
    );
  }
  if (isRemote && config.isLab) {
    throw new UsageError("--lab is for this machine only: it cannot be combined with --host.");
  }
  if (config.recordFile !== undefined && !config.isLab) {
    throw new UsageError("--record writes tokens and prompts to a file: it needs --lab.");
  }
  checkPlayFolder(config);
  requireKeyFolder(config.keyPolicy, config.dataFolder);
  if (config.adminToken !== undefined && config.adminToken.length < 16) {
    throw new UsageError("AI_HUB_ADMIN_TOKEN must have at least 16 characters.");
  }
}
