import type { ProfileAgent } from "../../../shared/hubApi/agentPolicy.ts";
import { isWeakEntry } from "../../../shared/hubApi/mcpIdentity.ts";

export interface VendorRules {
  readonly agent: ProfileAgent;
  readonly exclusions: readonly string[];
  readonly models: readonly string[];
}

export interface VendorPolicy<Content> {
  /** Where the client reads the content on Linux. */
  readonly file: string;
  readonly content: Content;
  readonly notExpressed: readonly string[];
}

type Settings = Readonly<Record<string, unknown>>;

/**
 * Claude Code's managed settings.
 *
 * @see https://code.claude.com/docs/en/settings, /permissions, /managed-mcp and /sandboxing (read 2026-11-29): the first
 *   slash of `//` is the disk's root; a `serverCommand` must be equal, a `serverUrl` may have `*`. Tried with 2.1.332.
 */
export function claudeCodePolicy({
  agent,
  exclusions,
  models,
}: VendorRules): VendorPolicy<Settings> {
  const excluded = exclusions.flatMap(anywhere);
  const deny = [
    ...excluded.map((pattern) => `Read(/${pattern})`),
    ...excluded.map((pattern) => `Edit(/${pattern})`),
    ...(agent.allow_commands === false ? ["Bash", "PowerShell"] : []),
  ];
  const allow = (agent.web_sites ?? [])
    .filter((site) => URL.canParse(site))
    .map((site) => `WebFetch(domain:${new URL(site).hostname})`);
  const servers = serversOf(agent, (entry) => {
    const command = commandOf(entry, ["-y"]);
    return isAddress(entry)
      ? { serverUrl: withPath(entry) }
      : command && { serverCommand: command };
  });
  return {
    file: "/etc/claude-code/managed-settings.json",
    content: {
      ...(models.length > 0 && { availableModels: models }),
      permissions: {
        ...(allow.length > 0 && { allow }),
        ...(deny.length > 0 && { deny }),
        ...(isLimited(agent) && { disableBypassPermissionsMode: "disable" }),
      },
      ...(servers && {
        allowedMcpServers: servers.map(({ value }) => value),
        allowManagedMcpServersOnly: true,
      }),
      ...sandboxOf(agent, excluded),
    },
    notExpressed: [
      ...common(agent, servers),
      ...(exclusions.length > 0
        ? ["exclusions in Git's objects, and in commands where the sandbox is missing"]
        : []),
    ],
  };
}

function sandboxOf(agent: ProfileAgent, excluded: readonly string[]): Settings {
  const allows = isLimited(agent) && {
    autoAllowBashIfSandboxed: agent.max_level === "sandbox",
  };
  const closed = excluded.length > 0 && {
    enabled: true,
    allowUnsandboxedCommands: false,
    filesystem: { denyRead: excluded },
  };
  return allows || closed ? { sandbox: { ...allows, ...closed } } : {};
}

/**
 * Codex's `requirements.toml`.
 *
 * @see https://developers.openai.com/codex/enterprise/managed-configuration (read 2026-11-29): a server needs both its
 *   name and its identity; an empty table allows none. Tried with 0.171.0, which does not start on Linux with a pattern
 *   of `deny_read` that begins at the root.
 */
export function codexPolicy({ agent, exclusions, models }: VendorRules): VendorPolicy<string> {
  const servers = serversOf(agent, (entry) => {
    const [command] = commandOf(entry, []) ?? [];
    const isPlain = !entry.includes("*");
    return isAddress(entry) && isPlain ? { url: entry } : command !== undefined && { command };
  });
  const names = namesOf(servers ?? []);
  const modes = ["read-only", ...(isReading(agent) ? [] : ["workspace-write"])];
  const lines = [
    ...(isLimited(agent)
      ? [
          `allowed_approval_policies = ${toml(["untrusted", "on-request"])}`,
          `allowed_sandbox_modes = ${toml(modes)}`,
        ]
      : []),
    ...(servers ? ["", "[mcp_servers]"] : []),
    ...(servers ?? []).flatMap(({ entry, value }) => [
      "",
      `[mcp_servers.${names.get(entry)}.identity]`,
      ...Object.entries(value).map(([key, text]) => `${key} = ${toml(text)}`),
    ]),
    ...(exclusions.length > 0
      ? ["", "[permissions.filesystem]", `deny_read = ${toml(exclusions.flatMap(belowHome))}`]
      : []),
  ];
  return {
    file: "/etc/codex/requirements.toml",
    content: `${lines.join("\n").trim()}\n`,
    notExpressed: [
      ...common(agent, servers),
      ...(servers ?? []).map(({ entry }) => `${entry}: its name must be ${names.get(entry)}`),
      ...(servers ?? [])
        .filter(({ entry }) => !isAddress(entry))
        .map(({ entry }) => `${entry}: its arguments, package and version`),
      ...only(
        exclusions.length > 0,
        "exclusions in other letter case, in Git's objects, and outside the folders ~ and /workspaces",
      ),
      ...only(agent.allow_commands === false, "allow_commands"),
      ...sitesAndModels(agent, models),
    ],
  };
}

/**
 * opencode's managed configuration.
 *
 * @see https://opencode.ai/docs/config and /docs/permissions (read 2026-11-29): patterns by tool, the last match
 *   decides; it has no list of allowed MCP servers. Tried with 1.18.33: a pattern fits the whole path in the workspace,
 *   and `*` fits any characters.
 */
export function opencodePolicy({ agent, exclusions, models }: VendorRules): VendorPolicy<Settings> {
  const denied = Object.fromEntries(
    exclusions
      // `a/**/b` holds for `a/b`, too.
      .map((pattern) => plainPath(pattern).replaceAll("/**/", "/*"))
      .filter((path) => path !== "")
      .flatMap((path) => [path, `${path}/*`, `*/${path}`, `*/${path}/*`])
      .map((pattern) => [pattern, "deny"]),
  );
  const isAsked = isLimited(agent) || exclusions.length > 0;
  const bash = agent.allow_commands === false ? "deny" : isAsked ? "ask" : undefined;
  return {
    file: "/etc/opencode/opencode.json",
    content: {
      $schema: "https://opencode.ai/config.json",
      enabled_providers: ["hub"],
      permission: {
        // A search has patterns of its text, not of paths.
        ...(exclusions.length > 0 && { read: { "*": "allow", ...denied }, grep: "ask" }),
        ...((exclusions.length > 0 || isReading(agent)) && {
          edit: { "*": isReading(agent) ? "ask" : "allow", ...denied },
        }),
        ...(bash !== undefined && { bash }),
      },
    },
    notExpressed: [
      ...common(
        agent,
        serversOf(agent, () => undefined),
      ),
      ...only(
        exclusions.length > 0,
        "exclusions in other letter case, and in commands and searches, about which it asks: there is no sandbox",
      ),
      ...sitesAndModels(agent, models),
    ],
  };
}

interface ServerEntry {
  readonly entry: string;
  readonly value: Settings;
}

/** Undefined if every server is allowed. */
function serversOf(
  { mcp_servers }: ProfileAgent,
  express: (entry: string) => Settings | false | undefined,
): readonly ServerEntry[] | undefined {
  return mcp_servers.includes("*")
    ? undefined
    : [...new Set(mcp_servers)].flatMap((entry) => {
        const value = express(entry);
        return value ? [{ entry, value }] : [];
      });
}

/** The parts of a policy that no client supports, and the servers that this client cannot list. */
function common(
  agent: ProfileAgent,
  servers: readonly ServerEntry[] | undefined,
): readonly string[] {
  const expressed = new Set(servers?.map(({ entry }) => entry));
  const left = servers ? agent.mcp_servers.filter((entry) => !expressed.has(entry)) : [];
  return [
    ...(agent.is_allowed ? [] : ["is_allowed: the hub refuses only runs of its own agents"]),
    ...left.map((entry) => `mcp_servers: ${entry}${isWeakEntry(entry) ? " (only a name)" : ""}`),
    ...(agent.mcp_pins?.length ? ["mcp_pins"] : []),
    ...(typeof agent.max_run_cost === "string" ? ["max_run_cost"] : []),
    ...(typeof agent.max_run_tokens === "number" ? ["max_run_tokens"] : []),
    ...(isReading(agent) ? ["max_level ask: a person may still accept edits for a session"] : []),
  ];
}

function only(isSo: boolean, text: string): readonly string[] {
  return isSo ? [text] : [];
}

function sitesAndModels(
  { web_sites = [] }: ProfileAgent,
  models: readonly string[],
): readonly string[] {
  return [
    ...only(web_sites.length > 0, "web_sites"),
    ...only(models.length > 0, "models: the hub refuses others"),
  ];
}

function isLimited({ max_level, allow_commands }: ProfileAgent): boolean {
  return typeof max_level === "string" || allow_commands === false;
}

function isReading({ max_level }: ProfileAgent): boolean {
  return max_level === "ask";
}

/** The path itself, and everything below it, as absolute patterns. */
function anywhere(pattern: string): readonly string[] {
  const path = plainPath(pattern);
  return path === "" ? [] : [`/**/${path}`, `/**/${path}/**`];
}

function belowHome(pattern: string): readonly string[] {
  return anywhere(pattern).flatMap((path) => [`~${path}`, `/workspaces${path}`]);
}

function plainPath(pattern: string): string {
  const names = pattern.split("/").filter((name) => name !== "");
  return names.slice(names.findIndex(isName), names.findLastIndex(isName) + 1).join("/");
}

function isName(part: string): boolean {
  return part !== "**";
}

function isAddress(entry: string): boolean {
  return /^https?:\/\//u.test(entry);
}

/** Without a path, the whole host is allowed. */
function withPath(entry: string): string {
  return /^https?:\/\/[^/]*$/u.test(entry) ? `${entry}/*` : entry;
}

/** Program and arguments of an entry without patterns. */
function commandOf(entry: string, flags: readonly string[]): readonly string[] | undefined {
  const [, kind = "", rest = ""] = /^(command|npx|uvx):([^*"]+)$/u.exec(entry) ?? [];
  if (kind === "") {
    return undefined;
  }
  const words = rest.split(" ");
  return kind === "command" ? words : [kind, ...(kind === "npx" ? flags : []), ...words];
}

/** A table with the same name twice is no TOML. */
function namesOf(servers: readonly ServerEntry[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { entry } of servers) {
    let name = nameOf(entry);
    for (let number = 2; [...names.values()].includes(name); number += 1) {
      name = `${nameOf(entry)}_${number}`;
    }
    names.set(entry, name);
  }
  return names;
}

function nameOf(entry: string): string {
  return entry
    .replaceAll(/[^A-Za-z\d]+/gu, "_")
    .replaceAll(/^_+|_+$/gu, "")
    .slice(0, 60);
}

/** A basic string or array of TOML; JSON escapes the same characters. */
function toml(value: unknown): string {
  return JSON.stringify(value);
}
