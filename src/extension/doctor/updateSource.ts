import * as z from "zod/mini";

import { parseBaseUrl } from "../../shared/baseUrl.ts";
import { parseJson } from "../../shared/json.ts";
import {
  type UpdateManifest,
  updateManifestPath,
  updateManifestSchema,
} from "../../shared/updateManifest.ts";

/** What is offered at the address from which the extension is installed by hand. */
export interface Offer {
  readonly version: string;
  /** What is said of it in its change log, if it has one. */
  readonly changes: string | undefined;
}

export type UpdateProblem =
  /** The address is none, or not one that may be asked. */
  | "address"
  /** Not reached, refused, redirected or too slow. */
  | "unreachable"
  /** There is nothing at the address (404). */
  | "missing"
  /** What is there is not this extension. */
  | "notThisExtension"
  | "tooLarge"
  /** What came is not what the hub says that it offers. */
  | "mismatch";

export class UpdateError extends Error {
  override readonly name = "UpdateError";
  readonly problem: UpdateProblem;

  constructor(problem: UpdateProblem, options?: ErrorOptions) {
    super(`The newer version could not be had: ${problem}`, options);
    this.problem = problem;
  }
}

export interface UpdateSourceDeps {
  /** The `{extension_url}` of the hub, as the person set it. */
  readonly address: string;
  readonly fetch: typeof globalThis.fetch;
}

const manifestSchema = z.object({
  name: z.literal("ai-hub"),
  publisher: z.literal("aihub"),
  version: z.string().check(z.regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/u)),
});

const maxTextBytes = 1024 * 1024;
const maxArchiveBytes = 60 * 1024 * 1024;
const timeoutMs = 20_000;
const downloadTimeoutMs = 300_000;

/**
 * The place of newer versions. Only addresses below the one that was set are asked, without a token, without
 * cookies and without following redirects. Rejects with an `UpdateError`.
 */
export class UpdateSource {
  readonly #base: string;
  readonly #fetch: typeof globalThis.fetch;

  constructor({ address, fetch }: UpdateSourceDeps) {
    const parsed = parseBaseUrl(address);
    if (!parsed.ok) {
      throw new UpdateError("address");
    }
    this.#base = parsed.baseUrl;
    this.#fetch = fetch;
  }

  /** What is offered now; its changes only as far as they are newer than `since`. */
  async offer(since: string): Promise<Offer> {
    const text = await this.#text("/vscode-extension/package.json");
    const manifest = manifestSchema.safeParse(parseJson(text));
    if (!manifest.success) {
      throw new UpdateError("notThisExtension");
    }
    const { version } = manifest.data;
    if (!isNewer(version, since)) {
      return { version, changes: undefined };
    }
    // A version can be had without its change log.
    const log = await this.#text("/vscode-extension/CHANGELOG.md").catch(() => "");
    return { version, changes: changesSince(log, since) };
  }

  /** What the hub says of its archive; undefined from a place that says nothing, as an older hub. */
  async manifest(): Promise<UpdateManifest | undefined> {
    const text = await this.#text(updateManifestPath).catch((error: unknown) => {
      if (error instanceof UpdateError && error.problem === "missing") {
        return "";
      }
      throw error;
    });
    return updateManifestSchema.safeParse(parseJson(text)).data;
  }

  /** The archive with the extension, which must be of the version and, where the hub tells it, of the digest. */
  async archive(
    version: string,
    manifest: UpdateManifest | undefined,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await this.#bytes("/vscode-extension.zip", maxArchiveBytes, downloadTimeoutMs);
    const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
    if (!isZip) {
      throw new UpdateError("notThisExtension");
    }
    if (manifest && (manifest.version !== version || manifest.sha256 !== (await sha256(bytes)))) {
      throw new UpdateError("mismatch");
    }
    return bytes;
  }

  async #text(path: string): Promise<string> {
    return new TextDecoder().decode(await this.#bytes(path, maxTextBytes, timeoutMs));
  }

  async #bytes(path: string, maxBytes: number, ms: number): Promise<Uint8Array<ArrayBuffer>> {
    try {
      const { body, ok, status } = await this.#fetch(this.#base + path, {
        redirect: "error",
        credentials: "omit",
        cache: "no-store",
        signal: AbortSignal.timeout(ms),
      });
      if (!ok || !body) {
        throw new UpdateError(status === 404 ? "missing" : "unreachable");
      }
      return await collect(body, maxBytes);
    } catch (cause) {
      throw cause instanceof UpdateError ? cause : new UpdateError("unreachable", { cause });
    }
  }
}

/** Whether a version, as `1.2.3`, comes after another. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [numbersOf(version), numbersOf(than)];
  for (const [at, number] of one.entries()) {
    if (number !== (other[at] ?? 0)) {
      return number > (other[at] ?? 0);
    }
  }
  return false;
}

/** The sections of a change log (Keep a Changelog) that are newer than a version; undefined if there are none. */
export function changesSince(log: string, version: string): string | undefined {
  const sections = log.split(/^(?=## )/mu).filter((section) => {
    const found = /^## \[?v?(\d+\.\d+\.\d+)/u.exec(section)?.[1];
    return found !== undefined && isNewer(found, version);
  });
  const text = sections.join("").trim().slice(0, 20_000);
  return text === "" ? undefined : text;
}

function numbersOf(version: string): readonly number[] {
  return version.split(".").map(Number);
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function collect(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.byteLength;
    if (size > maxBytes) {
      throw new UpdateError("tooLarge");
    }
    pieces.push(piece);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}
