import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Readable, Writable } from "node:stream";

import {
  client,
  type ClientCapabilities,
  type ClientConnection,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type PromptResponse,
  type RequestPermissionRequest,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";

type Decide = (request: RequestPermissionRequest) => string | undefined | Promise<string>;

export interface EditorSetting {
  readonly capabilities?: ClientCapabilities;
  /** The option that the person chooses; undefined cancels. Absent: the editor cannot ask. */
  readonly decide?: Decide;
  /** Texts of open files by their paths. */
  readonly open?: Map<string, string>;
  /** Called with each file that is written through the editor. */
  readonly written?: (path: string, text: string) => void;
}

/** An editor that speaks ACP, made with the SDK's own client, with the program behind it. */
export class AcpEditor {
  readonly updates: SessionUpdate[] = [];
  readonly asked: RequestPermissionRequest[] = [];
  readonly child: ChildProcess;
  readonly connection: ClientConnection;
  readonly #setting: EditorSetting;
  readonly #closed: Promise<unknown>;
  readonly #waiting: (() => void)[] = [];

  constructor(child: ChildProcess, setting: EditorSetting = {}) {
    const { stdin, stdout } = child;
    if (!stdin || !stdout) {
      throw new Error("The program has no pipes");
    }
    this.child = child;
    this.#setting = setting;
    this.#closed = once(child, "close");
    this.connection = this.#app().connect(
      ndJsonStream(Writable.toWeb(stdin), Readable.toWeb(stdout) as ReadableStream<Uint8Array>),
    );
  }

  get agent() {
    return this.connection.agent;
  }

  async initialize() {
    const { capabilities: clientCapabilities = {} } = this.#setting;
    return await this.agent.request(methods.agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities,
    });
  }

  /** Initializes, and begins a session in a folder. */
  async session(cwd: string, modeId?: string): Promise<string> {
    await this.initialize();
    return await this.another(cwd, modeId);
  }

  async another(cwd: string, modeId?: string): Promise<string> {
    const { sessionId } = await this.agent.request(methods.agent.session.new, {
      cwd,
      mcpServers: [],
    });
    if (modeId !== undefined) {
      await this.agent.request(methods.agent.session.setMode, { sessionId, modeId });
    }
    return sessionId;
  }

  async prompt(sessionId: string, text: string): Promise<PromptResponse> {
    const prompt = [{ type: "text" as const, text }];
    return await this.agent.request(methods.agent.session.prompt, { sessionId, prompt });
  }

  async cancel(sessionId: string): Promise<void> {
    await this.agent.notify(methods.agent.session.cancel, { sessionId });
  }

  /** Resolves with the first update that fits, also one that came before. */
  async until(fits: (update: SessionUpdate) => boolean): Promise<SessionUpdate> {
    for (;;) {
      const found = this.updates.find(fits);
      if (found) {
        return found;
      }
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
  }

  /** The text of the answers. */
  get text(): string {
    return this.updates
      .map((update) =>
        update.sessionUpdate === "agent_message_chunk" && update.content.type === "text"
          ? update.content.text
          : "",
      )
      .join("");
  }

  /** Closes the pipes, as an editor that ends, and waits for the program; returns its exit code. */
  async close(): Promise<number | null> {
    this.child.stdin?.end();
    await this.#closed;
    return this.child.exitCode;
  }

  #app() {
    const { decide, open, written, capabilities } = this.#setting;
    const app = client({ name: "test" }).onNotification(
      methods.client.session.update,
      ({ params }) => {
        this.updates.push(params.update);
        for (const wake of this.#waiting.splice(0)) {
          wake();
        }
      },
    );
    if (decide) {
      app.onRequest(methods.client.session.requestPermission, async ({ params }) => {
        this.asked.push(params);
        const optionId = await decide(params);
        return {
          outcome:
            optionId === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId },
        };
      });
    }
    if (capabilities?.fs?.readTextFile) {
      app.onRequest(methods.client.fs.readTextFile, ({ params }) => {
        const content = open?.get(params.path);
        if (content === undefined) {
          throw new Error("Not open");
        }
        return { content };
      });
    }
    if (written) {
      app.onRequest(methods.client.fs.writeTextFile, ({ params }) => {
        written(params.path, params.content);
        return {};
      });
    }
    return app;
  }
}
