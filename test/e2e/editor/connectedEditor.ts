import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import * as z from "zod/mini";

import { type LabHub, startLabHub } from "../../../scripts/labHub.ts";
import { localHubFileName } from "../../../src/shared/hubApi/localHub.ts";
import { type Editor, type EditorOptions, startEditor } from "./startEditor.ts";

const recordSchema = z.object({
  method: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});

const chatPaths: ReadonlySet<string> = new Set(["/hub/v1/chat/completions", "/hub/v1/messages"]);

const partSchema = z.object({ text: z.optional(z.string()) });
const bodySchema = z.object({
  messages: z.array(z.object({ content: z.union([z.string(), z.array(partSchema)]) })),
});

/** A request as the hub recorded it. */
export type HubRecord = z.infer<typeof recordSchema>;

/**
 * An editor whose extension finds a running hub by its private file, and the requests that this hub
 * received.
 */
export class ConnectedEditor {
  readonly editor: Editor;
  readonly hub: LabHub;
  readonly #recordPath: string;

  private constructor(editor: Editor, hub: LabHub, recordPath: string) {
    this.editor = editor;
    this.hub = hub;
    this.#recordPath = recordPath;
  }

  /** `plays` are trajectories for `hub-script-play`, by name; `demoSpeed` the demonstration's tokens a second. */
  static async start({
    plays,
    demoSpeed,
    isHubFound = true,
    hubFlags = () => Promise.resolve([]),
    ...options
  }: EditorOptions & {
    readonly plays?: Readonly<Record<string, readonly object[]>>;
    readonly demoSpeed?: number;
    /** False: the extension finds the hub only once it is told its address, or after `letHubBeFound`. */
    readonly isHubFound?: boolean;
    /** More flags of the hub, whose files may be in the folder. */
    readonly hubFlags?: (folder: string) => Promise<readonly string[]>;
  }): Promise<ConnectedEditor> {
    const editor = await startEditor(options);
    const recordPath = join(editor.hubHome, "record.jsonl");
    const playFolder = join(editor.hubHome, "plays");
    mkdirSync(playFolder);
    for (const [name, steps] of Object.entries(plays ?? {})) {
      writeFileSync(join(playFolder, `${name}.json`), JSON.stringify({ steps }));
    }
    const hub = await startLabHub({
      log: join(editor.hubHome, "hub.log"),
      args: [
        "--record",
        recordPath,
        "--play",
        playFolder,
        ...(demoSpeed === undefined ? [] : ["--demo-speed", String(demoSpeed)]),
        ...(await hubFlags(editor.hubHome)),
      ],
      env: { AI_HUB_HOME: isHubFound ? editor.hubHome : hiddenHome(editor) },
    });
    return new ConnectedEditor(editor, hub, recordPath);
  }

  /** Chat requests to the hub, in order, in either format. */
  chats(): readonly HubRecord[] {
    return this.#requests().filter(({ path }) => chatPaths.has(path));
  }

  /** Requests for embeddings, in order. */
  embeddings(): readonly HubRecord[] {
    return this.#requests().filter(({ path }) => path === "/hub/v1/embeddings");
  }

  /** Requests for completions, in order. */
  completions(): readonly HubRecord[] {
    return this.#requests().filter(({ path }) => path === "/hub/v1/completions");
  }

  /** The text of the last message of the last request, in either format. */
  lastPrompt(): string {
    const { body } = this.chats().at(-1) ?? {};
    const content = body && bodySchema.parse(JSON.parse(body)).messages.at(-1)?.content;
    return typeof content === "object"
      ? content.map(({ text }) => text ?? "").join("")
      : (content ?? "");
  }

  /** From here on the extension finds a hub that was started with `isHubFound: false`. */
  letHubBeFound(): void {
    const { editor } = this;
    copyFileSync(
      join(hiddenHome(editor), localHubFileName),
      join(editor.hubHome, localHubFileName),
    );
  }

  async dispose(): Promise<void> {
    await this.hub.process.end();
    await this.editor.dispose();
  }

  #requests(): readonly HubRecord[] {
    return readFileSync(this.#recordPath, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => recordSchema.parse(JSON.parse(line)));
  }
}

function hiddenHome({ hubHome }: Editor): string {
  return join(hubHome, "hidden");
}
