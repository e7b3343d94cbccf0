import { matchesPattern } from "../text/namePatterns.ts";

/** The facts that decide whether the policy allows an MCP server. The name is a person's choice and proves nothing. */
export type PolicyServer = {
  readonly name: string;
} & (
  | { readonly kind: "http"; readonly url: string }
  | {
      readonly kind: "stdio";
      /** The real path of the program; its command found below the workspace is never a package runner. */
      readonly program: string;
      /** `npx` or `uvx`, if the command is that program of the machine. */
      readonly runner?: string | undefined;
      readonly args: readonly string[];
      readonly variables: readonly string[];
    }
  /** The editor's own tools. */
  | { readonly kind: "editor" }
);

export type AllowsServer = (server: PolicyServer) => boolean;

const identity = /^(?:https?:\/\/|command:|npx:|uvx:)/u;
const editorTools = "editor";
/** Variables that change which code a program or a package runner starts. */
const steering =
  /^(?:node_options|node_path|path|ld_.*|dyld_.*|python.*|npm_config_.*|uv_.*|pip_.*|bash_env|env)$/iu;
const harmlessFlags = new Set(["-y", "--yes", "-q", "--quiet"]);
const packageSpec = /^((?:@[\w.-]+\/)?[\w.-]+?)(?:(?:@|==)([\w.+-]+))?$/u;

/** True for an entry that allows by a name which any person can give; `*` allows everything anyway. */
export function isWeakEntry(entry: string): boolean {
  return entry !== "*" && entry !== editorTools && !identity.test(entry);
}

/**
 * An entry of the policy's list is one of
 *
 * - an address, `https://*.example.com/mcp/*`: scheme, host and path, the whole host without a path
 * - `command:/usr/bin/node /srv/tools/*.js *`: the program's real path, then all arguments
 * - `npx:@scope/name@1.2.*` or `uvx:name@1.2`: package and version, any version without one
 * - `editor`: the editor's own tools
 * - a pattern of the name, as older policies have it
 */
export function allowsIdentity(entry: string, server: PolicyServer): boolean {
  if (entry === editorTools) {
    return server.kind === "editor";
  }
  if (!identity.test(entry)) {
    return matchesPattern(entry, server.name);
  }
  if (server.kind === "http") {
    return /^https?:/u.test(entry) && isAddress(entry, server.url);
  }
  if (server.kind !== "stdio" || server.variables.some((name) => steering.test(name))) {
    return false;
  }
  const [, kind = "", rest = ""] = /^(command|npx|uvx):(.*)$/su.exec(entry) ?? [];
  return kind === "command" ? isCommand(rest, server) : isPackage(kind, rest, server);
}

type StdioServer = Extract<PolicyServer, { readonly kind: "stdio" }>;

function isAddress(entry: string, address: string): boolean {
  const [, scheme = "", host = "", path = ""] = /^(https?:)\/\/([^/]*)(.*)$/su.exec(entry) ?? [];
  const url = URL.parse(address);
  return (
    url?.protocol === scheme &&
    matchesPattern(host.toLowerCase(), url.host) &&
    (path === "" || matchesPattern(path, url.pathname + url.search))
  );
}

function isCommand(entry: string, { program, args }: StdioServer): boolean {
  const [, quoted, plain, rest = ""] = /^(?:"([^"]+)"|(\S+))(?: (.*))?$/su.exec(entry) ?? [];
  const pattern = quoted ?? plain ?? "";
  const isDrive = /^[a-z]:\\/iu.test(program);
  const fold = (text: string): string => (isDrive ? text.toLowerCase() : text);
  return (
    pattern !== "" &&
    matchesPattern(fold(pattern), fold(program)) &&
    matchesPattern(rest, args.map(argument).join(" "))
  );
}

/** An argument in quotes, so that a blank or quote within it does not look like its end. */
function argument(text: string): string {
  return /[\s"]/u.test(text) || text === "" ? JSON.stringify(text) : text;
}

function isPackage(kind: string, entry: string, { runner, args }: StdioServer): boolean {
  const at = args.findIndex((each) => !harmlessFlags.has(each));
  const [, name, version] = packageSpec.exec(args[at] ?? "") ?? [];
  const [wanted = "", ...rest] = entry.split(" ");
  const [, wantedName = "", wantedVersion] = /^(@?[^@=]+)(?:(?:@|==)(.+))?$/su.exec(wanted) ?? [];
  return (
    runner === kind &&
    name === wantedName &&
    (wantedVersion === undefined || matchesPattern(wantedVersion, version ?? "")) &&
    (rest.length === 0 ||
      matchesPattern(
        rest.join(" "),
        args
          .slice(at + 1)
          .map(argument)
          .join(" "),
      ))
  );
}
