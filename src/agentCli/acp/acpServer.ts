import { randomUUID } from "node:crypto";
import { Readable, Writable } from "node:stream";

import {
  agent,
  type AgentConnection,
  type ClientCapabilities,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
  type SessionModeState,
} from "@agentclientprotocol/sdk";

import { foldersKey } from "../../agent/tools/base/manyFolders.ts";
import { trustedTime } from "../../agentNode/files/ageClockFile.ts";
import { realPathOf } from "../../agentNode/files/realPaths.ts";
import type { HubClient } from "../../hub/calls/hubClient.ts";
import type { HubModel } from "../../shared/hubApi/model.ts";
import { dataFolder } from "../../sharedNode/dataFolder.ts";
import { clientOf, policyOf, tokenOf } from "../run/hubAccess.ts";
import { offeredModels, withinHub } from "../run/machineRules.ts";
import type { ProgramOptions } from "../run/programOptions.ts";
import { type SavedRun, SavedRuns } from "../run/savedRuns.ts";
import { signInAt } from "../run/signIn.ts";
import { printNotice } from "../run/terminal.ts";
import { version } from "../run/version.ts";
import { modelChoice, sessionModes } from "./acpChoices.ts";
import { requestErrorOf } from "./acpErrors.ts";
import { type NewSession, openSessionFolders, sessionMcp } from "./acpPlace.ts";
import { AcpSession } from "./acpSession.ts";
import { listSessions } from "./acpSessionList.ts";

const maxMessageBytes = 16 * 1024 * 1024;
const maxSessions = 32;
const signInMethod = "token";
const deviceMethod = "device";

interface OpenSession {
  readonly session: AcpSession;
  readonly modes: SessionModeState;
}

/**
 * Serves an editor until it closes standard input and output, or `signal` is aborted; resolves when all sessions have
 * ended.
 */
export async function serveAcp(options: ProgramOptions, signal: AbortSignal): Promise<void> {
  const server = new AcpServer(options);
  await server.serve(signal);
}

class AcpServer {
  readonly #options: ProgramOptions;
  readonly #hub: HubClient;
  readonly #saved = new SavedRuns(dataFolder());
  readonly #sessions = new Map<string, OpenSession>();
  readonly #loading = new Set<string>();
  readonly #closed = new AbortController();
  #capabilities: ClientCapabilities = {};
  #models: readonly HubModel[] = [];
  #connection: AgentConnection | undefined;

  constructor(options: ProgramOptions) {
    this.#options = options;
    this.#hub = clientOf(options, "ai-hub-acp");
  }

  async serve(signal: AbortSignal): Promise<void> {
    const connection = this.#app().connect(
      ndJsonStream(
        Writable.toWeb(process.stdout),
        // Node's and the platform's types of a reader differ.
        Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
        { maxMessageBytes },
      ),
    );
    this.#connection = connection;
    signal.addEventListener("abort", () => connection.close(), { once: true });
    if (signal.aborted) {
      connection.close();
    }
    await connection.closed;
    this.#closed.abort();
    await Promise.all([...this.#sessions.values()].map(({ session }) => session.close()));
    await this.#saved.prune(await trustedTime(dataFolder()));
    // An editor may keep the pipe open after its end.
    process.stdin.destroy();
  }

  #app() {
    const { agent: on } = methods;
    return agent({ name: "ai-hub" })
      .onRequest(on.initialize, ({ params }) => this.#initialize(params.clientCapabilities ?? {}))
      .onRequest(on.authenticate, ({ params }) =>
        this.#answer(async () => this.#signIn(params.methodId)),
      )
      .onRequest(on.session.new, ({ params }) =>
        this.#answer(async () => {
          const { id, modes, configOptions } = await this.#open(params, undefined);
          return { sessionId: id, modes, configOptions };
        }),
      )
      .onRequest(on.session.load, ({ params }) =>
        this.#answer(async () => this.#load(params, true)),
      )
      .onRequest(on.session.resume, ({ params }) =>
        this.#answer(async () => this.#load({ mcpServers: [], ...params }, false)),
      )
      .onRequest(on.session.close, async ({ params }) => this.#close(params.sessionId))
      .onRequest(on.session.list, ({ params }) => listSessions(this.#saved, params))
      .onRequest(on.session.setMode, ({ params }) =>
        this.#answer(async () => this.#setMode(params.sessionId, params.modeId)),
      )
      .onRequest(on.session.setConfigOption, ({ params }) => {
        const { session } = this.#sessionOf(params.sessionId);
        const isModel =
          params.configId === "model" && this.#models.some(({ id }) => id === params.value);
        if (!isModel) {
          throw RequestError.invalidParams(undefined, "There is no such choice.");
        }
        session.modelId = String(params.value);
        return { configOptions: modelChoice(this.#models, session.modelId) };
      })
      .onRequest(on.session.prompt, ({ params }) =>
        this.#answer(async () => this.#sessionOf(params.sessionId).session.prompt(params.prompt)),
      )
      .onNotification(on.session.cancel, ({ params }) =>
        this.#sessions.get(params.sessionId)?.session.cancel(),
      );
  }

  #initialize(capabilities: ClientCapabilities) {
    this.#capabilities = capabilities;
    return {
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: { name: "ai-hub", title: "AI Hub", version },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, audio: false, embeddedContext: true },
        mcpCapabilities: { http: true, sse: false },
        sessionCapabilities: { list: {}, close: {}, resume: {}, additionalDirectories: {} },
      },
      authMethods: [
        {
          id: deviceMethod,
          name: "Sign in at the hub",
          description:
            "The agent's log shows a page and a code, which you approve with your account.",
        },
        {
          id: signInMethod,
          name: "Token of the hub",
          description: "Start the agent with --token-file <file>, or with AI_HUB_TOKEN.",
        },
      ],
    };
  }

  /** Uses a new token in the file from now on. */
  async #signIn(methodId: string): Promise<Record<string, never>> {
    if (methodId === deviceMethod) {
      const { baseUrl } = this.#options;
      await signInAt(baseUrl, printNotice, this.#closed.signal);
    } else if (methodId !== signInMethod) {
      throw RequestError.invalidParams(undefined, "There is no such way to sign in.");
    }
    this.#models = await this.#hub.listModels({ signal: this.#closed.signal });
    return {};
  }

  async #load(
    { sessionId, ...place }: NewSession & { readonly sessionId: string },
    isShown: boolean,
  ) {
    if (this.#sessions.has(sessionId) || this.#loading.has(sessionId)) {
      throw RequestError.invalidRequest(undefined, "The session is open.");
    }
    this.#loading.add(sessionId);
    try {
      return await this.#loadFree(sessionId, place, isShown);
    } finally {
      this.#loading.delete(sessionId);
    }
  }

  async #loadFree(sessionId: string, place: NewSession, isShown: boolean) {
    const earlier = await this.#saved.read(sessionId);
    if (!earlier) {
      throw RequestError.sessionNotFound(sessionId);
    }
    const { session, modes, configOptions } = await this.#open(place, earlier);
    if (isShown) {
      session.replay();
    }
    return { modes, configOptions };
  }

  async #open(place: NewSession, earlier: SavedRun | undefined) {
    const workspace = await openSessionFolders(place);
    await tokenOf(this.#options);
    const folder = await realPathOf(workspace.root);
    if (earlier && earlier.folder !== folder) {
      throw RequestError.invalidParams(undefined, "The session belongs to another folder.");
    }
    const { signal } = this.#closed;
    this.#models = await this.#hub.listModels({ signal });
    const policy = await policyOf(this.#hub, this.#options, signal);
    const options = withinHub(this.#options);
    this.#models = offeredModels(this.#models, options);
    const modes = await sessionModes(workspace, { options, policy, earlier });
    if (this.#sessions.size >= maxSessions) {
      throw RequestError.invalidRequest(undefined, `${maxSessions} sessions are open.`);
    }
    const id = earlier?.id ?? randomUUID();
    const session = new AcpSession({
      id,
      options,
      hub: this.#hub,
      client: this.#client,
      capabilities: this.#capabilities,
      workspace,
      folder,
      rulesKey: await foldersKey(workspace),
      models: this.#models,
      modeId: modes.currentModeId,
      saved: this.#saved,
      earlier,
      signal,
      openMcp: sessionMcp(place, workspace, this.#options),
    });
    this.#sessions.set(id, { session, modes });
    return { id, session, modes, configOptions: modelChoice(this.#models, session.modelId) };
  }

  async #close(sessionId: string): Promise<Record<string, never>> {
    const { session } = this.#sessionOf(sessionId);
    await session.close();
    this.#sessions.delete(sessionId);
    return {};
  }

  async #setMode(sessionId: string, modeId: string): Promise<Record<string, never>> {
    const { session, modes } = this.#sessionOf(sessionId);
    if (!modes.availableModes.some(({ id }) => id === modeId)) {
      throw RequestError.invalidParams(undefined, "There is no such mode here.");
    }
    await session.setMode(modeId);
    return {};
  }

  #sessionOf(sessionId: string): OpenSession {
    const found = this.#sessions.get(sessionId);
    if (!found) {
      throw RequestError.sessionNotFound(sessionId);
    }
    return found;
  }

  get #client() {
    if (!this.#connection) {
      throw new Error("There is no connection");
    }
    return this.#connection.client;
  }

  async #answer<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw requestErrorOf(error, this.#options.baseUrl);
    }
  }
}
