import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { ProcessGroup } from "../../scripts/processGroup.ts";
import { openApiDocument } from "../../src/seller/contract/openApi.ts";

const program = createRequire(import.meta.url).resolve("@stoplight/prism-cli/dist/index.js");

/**
 * Stoplight's Prism in front of a portal: a validator that knows only our OpenAPI document. It
 * answers an invalid request itself, so that the request never reaches the portal.
 */
export class PrismProxy implements AsyncDisposable {
  /** Each valid request, which it forwarded: method and path. */
  readonly agreed: string[] = [];
  /** For each request that it refused, its reason. */
  readonly refused: string[] = [];
  /** The base address of the proxy. */
  url = "";
  readonly #group: ProcessGroup;
  readonly #folder: string;
  readonly #upstream: string;

  private constructor(upstream: string) {
    this.#folder = mkdtempSync(join(tmpdir(), "ai-hub-prism-"));
    this.#upstream = upstream;
    const document = join(this.#folder, "openapi.json");
    writeFileSync(document, JSON.stringify(openApiDocument()));
    const args = [program, "proxy", document, upstream, "--errors", "--port", "0"];
    this.#group = new ProcessGroup(process.execPath, args, {
      env: { ...process.env, FORCE_COLOR: "0" },
      stdio: ["ignore", "pipe", "inherit"],
    });
  }

  static async start(upstream: string): Promise<PrismProxy> {
    const prism = new PrismProxy(upstream);
    await prism.#listening();
    return prism;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#group.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Reads its output for as long as it runs. */
  async #listening(): Promise<void> {
    const { stdout } = this.#group.child;
    if (!stdout) {
      throw new Error("Prism has no output");
    }
    const lines = createInterface(stdout);
    lines.on("line", (line) => this.#read(line));
    await new Promise<void>((resolve, reject) => {
      lines.on("line", () => this.url !== "" && resolve());
      lines.on("close", () => reject(new Error("Prism did not start")));
    });
  }

  #read(line: string): void {
    this.url ||= /Prism is listening on (?<url>\S+)/u.exec(line)?.groups?.["url"] ?? "";
    const passed = / "(?<method>\w+)" request to (?<address>\S+)\.\.\.$/u.exec(line)?.groups;
    if (passed) {
      const { method = "", address = "" } = passed;
      this.agreed.push(`${method.toUpperCase()} ${address.slice(this.#upstream.length)}`);
    }
    if (line.includes("terminated with error")) {
      this.refused.push(line);
    }
  }
}
