import { LineCounter, parseDocument, type Document } from "yaml";
import * as z from "zod/mini";

import { unknownFields } from "../values/unknownFields.ts";
import { kindsInFile } from "./givenKinds.ts";
import { isReadOnly, isWritableByAll, openFolderOf, readWithStats } from "./privateFile.ts";

const maxBytes = 1024 * 1024;
const maxAliasCount = 10;

const text = z.string().check(z.minLength(1), z.maxLength(2_000));
const variable = z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/u));

const configFileSchema = z.strictObject({
  host: z.optional(text),
  port: z.optional(z.int().check(z.minimum(0), z.maximum(65_535))),
  data: z.optional(text),
  allow_remote: z.optional(z.boolean()),
  allow_origins: z.optional(z.array(text).check(z.maxLength(100))),
  proxies: z.optional(z.array(text).check(z.maxLength(100))),
  log: z.optional(z.enum(["text", "json"])),
  workers: z.optional(z.int().check(z.minimum(1), z.maximum(64))),
  /** The address contains a password. */
  database_file: z.optional(text),
  admin_token_file: z.optional(text),
  key_folder: z.optional(text),
  upstreams: z.optional(
    z.array(
      z.strictObject({
        name: z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$/u)),
        url: text,
        format: z.optional(z.enum(["openai", "anthropic", "responses"])),
        key_variable: z.optional(variable),
        key_file: z.optional(text),
      }),
    ),
  ),
  kinds: z.optional(kindsInFile),
  openid: z.optional(
    z.strictObject({
      name: z.optional(text),
      issuer: text,
      client_id: text,
      client_secret_variable: z.optional(variable),
      client_secret_file: z.optional(text),
      public_url: text,
      /** True to create an account for every person whom the organisation signs in. */
      creates_users: z.optional(z.boolean()),
      /** Only members of one of these groups may sign in. */
      groups: z.optional(z.array(text).check(z.minLength(1))),
      groups_claim: z.optional(text),
    }),
  ),
});

export type ConfigFile = z.infer<typeof configFileSchema>;

/** The message names the file, the line and the next step. */
export class ConfigFileError extends Error {
  override readonly name = "ConfigFileError";
}

/** `owners`: the users who may own the file. */
export function readConfigFile(
  path: string,
  owners: readonly number[] = [0, process.geteuid?.() ?? 0],
): ConfigFile {
  const content = readText(path, owners);
  const lines = new LineCounter();
  const document = parseDocument(content, { lineCounter: lines });
  const [problem] = document.errors;
  if (problem) {
    const { line } = lines.linePos(problem.pos[0]);
    throw new ConfigFileError(`${path}:${line}: ${problem.message.split("\n")[0]}`);
  }
  const value = valueOf(document, path) ?? {};
  const [unknown] = unknownFields(configFileSchema, value);
  if (unknown) {
    const { line } = lines.linePos(keyOffset(document, unknown.path));
    throw new ConfigFileError(
      `${path}:${line}: there is no setting "${unknown.path.join(".")}". ` +
        `The nearest known one is "${unknown.nearest}".`,
    );
  }
  const parsed = configFileSchema.safeParse(value);
  if (!parsed.success) {
    throw new ConfigFileError(describe(path, document, lines, parsed.error.issues[0]));
  }
  return parsed.data;
}

function valueOf(document: Document, path: string): unknown {
  try {
    return document.toJS({ maxAliasCount });
  } catch (error) {
    throw new ConfigFileError(`${path}: its aliases would make it too large.`, { cause: error });
  }
}

function readText(path: string, owners: readonly number[]): string {
  try {
    const { bytes, stats } = readWithStats(path);
    if (isWritableByAll(stats)) {
      throw new ConfigFileError(
        `Every user of this machine can change the configuration ${path}. Run "chmod o-w ${path}" and check its content.`,
      );
    }
    // In a container the file of a read-only mount keeps its owner on the host.
    if (!owners.includes(stats.uid) && !isReadOnly(path)) {
      throw new ConfigFileError(
        `The configuration ${path} belongs to another user (uid ${stats.uid}). ` +
          `Its owner must be root or the user of the hub (uid ${owners.at(-1)}).`,
      );
    }
    const folder = openFolderOf(path);
    if (folder !== undefined) {
      throw new ConfigFileError(
        `Every user of this machine can replace the configuration ${path}. Run "chmod o-w ${folder}" and check its content.`,
      );
    }
    if (bytes.length > maxBytes) {
      throw new ConfigFileError(`${path} is larger than 1 MB: this is no configuration.`);
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof ConfigFileError) {
      throw error;
    }
    const reason = error instanceof Error ? error.message : "unknown reason";
    throw new ConfigFileError(`The configuration ${path} cannot be read: ${reason}`, {
      cause: error,
    });
  }
}

type Issue = z.core.$ZodIssue | undefined;

function describe(path: string, document: Document, lines: LineCounter, issue: Issue): string {
  const keys = issue?.path ?? [];
  const { line } = lines.linePos(offsetOf(document, keys));
  const name = keys.map(String).join(".");
  return `${path}:${line}: "${name}" is not valid: ${issue?.message ?? "unknown reason"}.`;
}

function offsetOf(document: Document, keys: readonly PropertyKey[]): number {
  for (let length = keys.length; length >= 0; length -= 1) {
    const node: unknown = document.getIn(keys.slice(0, length), true);
    const offset = rangeSchema.safeParse(node).data?.range[0];
    if (offset !== undefined) {
      return offset;
    }
  }
  return 0;
}

const rangeSchema = z.object({ range: z.array(z.number()) });
const pairsSchema = z.object({
  items: z.array(z.object({ key: z.object({ value: z.unknown(), range: z.array(z.number()) }) })),
});

function keyOffset(document: Document, path: readonly string[]): number {
  const parent = path.slice(0, -1);
  const node: unknown = parent.length === 0 ? document.contents : document.getIn(parent, true);
  const pairs = pairsSchema.safeParse(node).data?.items ?? [];
  return (
    pairs.find(({ key }) => key.value === path.at(-1))?.key.range[0] ?? offsetOf(document, parent)
  );
}
