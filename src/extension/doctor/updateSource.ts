import * as z from "zod/mini";

import { boundedBody } from "../../shared/base/boundedBody.ts";
import { sha256 } from "../../shared/base/hash.ts";
import { parseJson } from "../../shared/base/json.ts";
import {
  type UpdateManifest,
  updateManifestPath,
  updateManifestSchema,
} from "../../shared/hubApi/updateManifest.ts";
import { parseBaseUrl } from "../../shared/text/baseUrl.ts";
import { type ReleaseKey, readReleaseKey } from "./releaseSignature.ts";

export interface Offer {
  readonly version: string;
  readonly changes: string | undefined;
  /** SHA-256 of the zip; undefined if its place publishes no digest (older hubs). */
  readonly digest: string | undefined;
}

export type UpdateProblem =
  | "address"
  | "unreachable"
  | "missing"
  | "notThisExtension"
  | "tooLarge"
  /** The download does not match the hub's manifest, or that does not match the version. */
  | "mismatch"
  /** The configured key is malformed. */
  | "key"
  /** The configured key has not signed this version. */
  | "signature";

export class UpdateError extends Error {
  override readonly name = "UpdateError";
  readonly problem: UpdateProblem;

  constructor(problem: UpdateProblem, options?: ErrorOptions) {
    super(`The newer version could not be had: ${problem}`, options);
    this.problem = problem;
  }
}

export interface UpdateSourceDeps {
  /** The hub's `{extension_url}`, as configured. */
  readonly address: string;
  /** The public key that must have signed a version; empty: any version that matches its digest. */
  readonly publicKey: string;
  readonly fetch: typeof globalThis.fetch;
}

const manifestSchema = z.object({
  name: z.literal("ai-hub"),
  publisher: z.literal("aihub"),
  version: z.string().check(z.regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/u)),
});

const maxTextBytes = 1024 * 1024;
const maxSignedBytes = 64 * 1024;
const maxArchiveBytes = 60 * 1024 * 1024;
const timeoutMs = 20_000;
const downloadTimeoutMs = 300_000;

/** Asks only addresses below the configured one, without token, cookies or redirects. Rejects with an `UpdateError`. */
export class UpdateSource {
  readonly #base: string;
  readonly #key: ReleaseKey | undefined;
  readonly #fetch: typeof globalThis.fetch;

  constructor({ address, publicKey, fetch }: UpdateSourceDeps) {
    const parsed = parseBaseUrl(address);
    if (!parsed.ok) {
      throw new UpdateError("address");
    }
    this.#key = readReleaseKey(publicKey);
    if (!this.#key && publicKey !== "") {
      throw new UpdateError("key");
    }
    this.#base = parsed.baseUrl;
    this.#fetch = fetch;
  }

  /** Reads the digest of a newer version, and checks its signature, before it is offered. */
  async offer(since: string): Promise<Offer> {
    const text = await this.#text("/vscode-extension/package.json");
    const manifest = manifestSchema.safeParse(parseJson(text));
    if (!manifest.success) {
      throw new UpdateError("notThisExtension");
    }
    const { version } = manifest.data;
    if (!isNewer(version, since)) {
      return { version, changes: undefined, digest: undefined };
    }
    const digest = await this.#digest(version);
    // The version is usable without its change log.
    const log = await this.#text("/vscode-extension/changelog.md").catch(() => "");
    return { version, changes: changesSince(log, since), digest };
  }

  async #digest(version: string): Promise<string | undefined> {
    const manifest = await this.#manifest();
    const digest = this.#key ? await this.#signedDigest(version, this.#key) : manifest?.sha256;
    if (manifest && (manifest.version !== version || manifest.sha256 !== digest)) {
      throw new UpdateError("mismatch");
    }
    return digest;
  }

  /** The signed digests name the version's vsix, so an older release's signature does not fit. */
  async #signedDigest(version: string, key: ReleaseKey): Promise<string> {
    const [sums, signature] = await Promise.all(
      ["/release/SHA256SUMS", "/release/SHA256SUMS.sig"].map((path) => this.#signed(path)),
    );
    const isSigned = sums && signature && (await key.hasSigned(sums, signature));
    const lines = isSigned ? new TextDecoder().decode(sums).split("\n") : [];
    const digestOf = (name: string): string | undefined =>
      lines
        .map((line) => /^([0-9a-f]{64}) {2}(.+)$/u.exec(line))
        .find((found) => found?.[2] === name)?.[1];
    const digest = digestOf("vscode-extension.zip");
    if (digest === undefined || digestOf(`ai-hub-${version}.vsix`) === undefined) {
      throw new UpdateError("signature");
    }
    return digest;
  }

  /** Undefined if the file is missing. */
  async #signed(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    try {
      return await this.#bytes(path, maxSignedBytes, timeoutMs);
    } catch (error) {
      if (error instanceof UpdateError && error.problem === "missing") {
        return undefined;
      }
      throw error;
    }
  }

  /**
   * Undefined if the hub has no manifest (older hubs) or answers with a page. Rejects as `mismatch` if it is damaged: a
   * damaged manifest must not disable the check.
   */
  async #manifest(): Promise<UpdateManifest | undefined> {
    const text = await this.#text(updateManifestPath).catch((error: unknown) => {
      if (error instanceof UpdateError && error.problem === "missing") {
        return "";
      }
      throw error;
    });
    if (text.trim() === "" || isPage(text)) {
      return undefined;
    }
    const manifest = updateManifestSchema.safeParse(parseJson(text));
    if (!manifest.success) {
      throw new UpdateError("mismatch");
    }
    return manifest.data;
  }

  /** @param digest SHA-256 that the zip must have; undefined if the person accepts an unchecked download. */
  async archive(digest: string | undefined): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await this.#bytes("/vscode-extension.zip", maxArchiveBytes, downloadTimeoutMs);
    const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
    if (!isZip) {
      throw new UpdateError("notThisExtension");
    }
    if (digest !== undefined && digest !== (await sha256(bytes))) {
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
      const bytes = await boundedBody(body, maxBytes);
      if (!bytes) {
        throw new UpdateError("tooLarge");
      }
      return bytes;
    } catch (cause) {
      throw cause instanceof UpdateError ? cause : new UpdateError("unreachable", { cause });
    }
  }
}

/** True for a page: some servers answer every path with their own HTML. */
function isPage(text: string): boolean {
  return text.trimStart().startsWith("<");
}

export function isNewer(version: string, than: string): boolean {
  const [one, other] = [numbersOf(version), numbersOf(than)];
  for (const [at, number] of one.entries()) {
    if (number !== (other[at] ?? 0)) {
      return number > (other[at] ?? 0);
    }
  }
  return false;
}

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
