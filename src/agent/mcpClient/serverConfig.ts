import * as z from "zod/mini";

import { isRecord } from "../../shared/base/json.ts";

export type ServerConfig = {
  readonly name: string;
} & (
  | {
      readonly kind: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly folder: string | undefined;
    }
  | {
      readonly kind: "http";
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    }
);

export interface ParsedServers {
  readonly servers: readonly ServerConfig[];
  readonly problems: readonly string[];
}

const maxServers = 32;
const text = z.string().check(z.maxLength(8_192));
const word = z.string().check(z.minLength(1), z.maxLength(4_096));
const texts = z
  .record(
    z.string().check(z.minLength(1), z.maxLength(200)),
    z.pipe(z.union([text, z.number(), z.boolean()]), z.transform(String)),
  )
  .check(z.refine((entries) => Object.keys(entries).length <= 64));

const stdioSchema = z.object({
  type: z.optional(z.literal("stdio")),
  command: word,
  args: z.optional(z.array(text).check(z.maxLength(128))),
  env: z.optional(texts),
  cwd: z.optional(word),
});
const httpSchema = z.object({
  type: z.optional(z.enum(["http", "streamable-http", "streamableHttp"])),
  url: z.string().check(z.maxLength(2_048), z.regex(/^https?:\/\//iu)),
  headers: z.optional(texts),
});
const namePattern = /^[\w .-]{1,64}$/u;

/**
 * An object by names, or such an object in `servers` (`.vscode/mcp.json`) or `mcpServers` (`.mcp.json`). Drops and
 * names invalid entries. Plain HTTP is accepted for this machine only.
 */
export function parseServers(value: unknown): ParsedServers {
  const entries = isRecord(value) ? Object.entries(entriesOf(value)) : [];
  const servers: ServerConfig[] = [];
  const problems: string[] = [];
  for (const [name, entry] of entries.slice(0, maxServers)) {
    const parsed = parseServer(name, entry);
    if (typeof parsed === "string") {
      problems.push(`${name.slice(0, 64)}: ${parsed}`);
    } else {
      servers.push(parsed);
    }
  }
  if (entries.length > maxServers) {
    problems.push(`There are more than ${maxServers} servers; the others are left out.`);
  }
  return { servers, problems };
}

export function secretNames(config: ServerConfig): readonly string[] {
  const places =
    config.kind === "stdio"
      ? [...config.args, ...Object.values(config.env)]
      : Object.values(config.headers);
  const found = places.flatMap((one) => [...one.matchAll(/\$\{(?:secret|input):([^}]+)\}/gu)]);
  return [...new Set(found.map(([, name = ""]) => name))];
}

/** Another program or origin has another key for the same name. */
export function secretKey(config: ServerConfig, name: string): string {
  const receiver = config.kind === "stdio" ? config.command : new URL(config.url).origin;
  return `aiHub.mcp.${JSON.stringify([config.name, receiver, name])}`;
}

function entriesOf(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const inner = [value["servers"], value["mcpServers"]].find(isGroup);
  return inner ?? value;
}

function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && Object.values(value).every(isRecord);
}

function parseServer(name: string, entry: unknown): ServerConfig | string {
  if (!namePattern.test(name)) {
    return "a name has up to 64 letters, digits, blanks, dots, - and _";
  }
  if (isRecord(entry) && entry["type"] === "sse") {
    return "the older transport over SSE is not supported";
  }
  const stdio = stdioSchema.safeParse(entry).data;
  if (stdio) {
    const { command, args = [], env = {}, cwd } = stdio;
    return { name, kind: "stdio", command, args, env, folder: cwd };
  }
  const http = httpSchema.safeParse(entry).data;
  if (!http) {
    return "it needs command, args and env, or url and headers";
  }
  return isProtected(http.url)
    ? { name, kind: "http", url: http.url, headers: http.headers ?? {} }
    : "the address must begin with https, or be this machine";
}

/** No third party can read or change a request. */
export function isProtected(address: string): boolean {
  try {
    const url = new URL(address);
    const { protocol, username, password } = url;
    const isSafe = protocol === "https:" || (protocol === "http:" && isThisMachine(url));
    return isSafe && username === "" && password === "";
  } catch {
    // Not an address.
    return false;
  }
}

export function isThisMachine({ hostname }: URL): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u.test(hostname);
}
