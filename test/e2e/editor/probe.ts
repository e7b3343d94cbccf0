import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { zipSync } from "fflate";
import * as z from "zod/mini";

import { root } from "../../../scripts/paths.ts";

const told = z.object({
  name: z.optional(z.string()),
  message: z.string(),
  code: z.optional(z.string()),
  cause: z.optional(z.string()),
});

const answerSchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: told }),
]);

const part = z.union([
  z.object({ kind: z.literal("text"), text: z.string() }),
  z.object({
    kind: z.literal("toolCall"),
    callId: z.string(),
    name: z.string(),
    input: z.unknown(),
  }),
]);

/** The probe's actions and the schemas of their results. */
const results = {
  api: z.object({ version: z.string(), images: z.boolean() }),
  models: z.array(z.object({ id: z.string(), vendor: z.string(), maxInputTokens: z.number() })),
  countTokens: z.number(),
  chat: z.object({ parts: z.array(part), error: z.optional(told) }),
  tools: z.array(z.string()),
  invoke: z.string(),
  barePage: z.object({}),
  firstPieces: z.array(z.number()),
  looks: z.array(z.number()),
  requests: z.array(z.object({ at: z.number(), sinceChange: z.number() })),
  running: z.object({ files: z.int(), commands: z.int() }),
  slowFormatter: z.object({}),
} as const;

type Results = typeof results;

const [answerMs, lookMs] = [60_000, 50];

/** The editor's rejection, as another extension sees it. */
class ProbeError extends Error {
  override readonly name = "ProbeError";
}

/**
 * Another publisher's extension, which tests ours from outside: the other end of
 * test/fixtures/editorProbe.
 */
export class Probe {
  readonly #folder: string;
  #asked = 0;
  #window = 0;

  /** Create it before the first window of this workspace is opened. */
  constructor(workspace: string) {
    this.#folder = join(workspace, "probe");
    mkdirSync(this.#folder, { recursive: true });
    this.expectNewWindow();
  }

  /** From here on, actions go to the window that is opened or loaded next. */
  expectNewWindow(): void {
    this.#window += 1;
    writeFileSync(join(this.#folder, "window"), this.#request);
  }

  /**
   * Runs an action and waits for its answer; rejects with a `ProbeError` if the editor rejected it.
   */
  ask<K extends keyof Results>(action: K, args: object = {}): Promise<z.output<Results[K]>> {
    return this.begin(action, args)();
  }

  /**
   * Starts an action; the returned function waits for its answer. For actions about which the
   * editor asks the person first.
   */
  begin<K extends keyof Results>(
    action: K,
    args: object = {},
  ): () => Promise<z.output<Results[K]>> {
    this.#asked += 1;
    const id = this.#asked;
    const request = join(this.#folder, this.#request);
    writeFileSync(`${request}.new`, JSON.stringify({ id, action, args }));
    renameSync(`${request}.new`, request);
    return () => this.#answer(action, id);
  }

  get #request(): string {
    return `request-${this.#window}.json`;
  }

  async #answer<K extends keyof Results>(action: K, id: number): Promise<z.output<Results[K]>> {
    const file = join(this.#folder, `answer-${id}.json`);
    for (let waited = 0; !existsSync(file); waited += lookMs) {
      if (waited >= answerMs) {
        throw new Error(`The probe did not answer "${action}" in ${answerMs} ms`);
      }
      await delay(lookMs);
    }
    const answer = answerSchema.parse(JSON.parse(readFileSync(file, "utf8")));
    if (!answer.ok) {
      throw new ProbeError(answer.error.message);
    }
    // Sound: each action's schema parses that action's result; the compiler cannot follow this over
    // `K`.
    return results[action].parse(answer.value) as z.output<Results[K]>;
  }
}

const source = join(root, "test", "fixtures", "editorProbe");

/** Packs the probe as a vsix in a folder, for the editor to install; returns its path. */
export function packProbe(folder: string): string {
  const vsix = join(folder, "editor-probe.vsix");
  writeFileSync(
    vsix,
    zipSync({
      "extension/package.json": readFileSync(join(source, "package.json")),
      "extension/extension.js": readFileSync(join(source, "extension.js")),
    }),
  );
  return vsix;
}
