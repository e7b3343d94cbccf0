import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

import type { ApiDeps } from "../../../src/hubServer/api/apiDeps.ts";
import { chatCompletionsRoute } from "../../../src/hubServer/api/chatRoute.ts";
import { embeddingsRoute } from "../../../src/hubServer/api/embeddingsRoute.ts";
import { countTokensRoute, messagesRoute } from "../../../src/hubServer/api/messagesRoute.ts";
import { modelRoute, modelsRoute } from "../../../src/hubServer/api/modelsRoute.ts";
import { responsesRoute } from "../../../src/hubServer/api/responsesRoute.ts";
import { BodyPool } from "../../../src/hubServer/bodies/bodyPool.ts";
import { BodyReader } from "../../../src/hubServer/bodies/bodyReader.ts";
import { ApiError, errorStyleOf } from "../../../src/hubServer/http/apiError.ts";
import { HeldBytes, heldLimits } from "../../../src/hubServer/http/heldBytes.ts";
import {
  type HubRequest,
  type HubResponse,
  jsonResponse,
} from "../../../src/hubServer/http/message.ts";
import { createNodeServer } from "../../../src/hubServer/http/nodeServer.ts";
import { DemoModel } from "../../../src/hubServer/lab/demo/demoModel.ts";
import { ScriptedModels } from "../../../src/hubServer/lab/scripted/scriptedModels.ts";
import { ModelCatalog } from "../../../src/hubServer/models/modelCatalog.ts";
import { Upstream } from "../../../src/hubServer/upstream/upstream.ts";
import { type Clock, systemClock } from "../../../src/shared/base/clock.ts";
import { FakeUpstream } from "../../support/modelServer/fakeUpstream.ts";
import { anthropicModel, openAiModel, type Spoken } from "../../support/modelServer/modelServer.ts";
import { responsesModel } from "../../support/modelServer/responsesModel.ts";
import { FakeGovernance } from "./fakeGovernance.ts";

/** Its id has what no header may have. */
export const oddModel = "modelo é\r\nx-evil: 1";

const caller = { tokenId: "tok", profileId: "profile", sectorId: "sector" };

/** The API over a real socket with an upstream of each format, and governance that a test can look into. */
export class ApiLab {
  readonly governance = new FakeGovernance();
  readonly openAi = new FakeUpstream();
  readonly anthropic = new FakeUpstream();
  readonly responses = new FakeUpstream();
  readonly errors: unknown[] = [];
  url = "";
  readonly #clock: Clock;
  #server: Server | undefined;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  async start(): Promise<void> {
    this.openAi.models = [{ id: "gpt" }, { id: oddModel }];
    this.anthropic.models = [{ type: "model", id: "claude-real", display_name: "Claude" }];
    this.responses.models = [{ id: "gpt-responses" }];
    const deps = await this.#deps();
    this.#server = createNodeServer(
      async (request) => {
        try {
          return await route(request, deps);
        } catch (error) {
          if (error instanceof ApiError) {
            return error.toResponse(errorStyleOf(request), request.id);
          }
          // Whatever breaks because the client has left is as it should be.
          if (request.signal.aborted) {
            return jsonResponse(500, {});
          }
          throw error;
        }
      },
      {
        onError: (error) => this.errors.push(error),
        held: new HeldBytes(heldLimits()),
      },
    );
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hub`;
  }

  /** All upstreams give this answer next, each in its own format. */
  readonly say = (spoken: Spoken): void => {
    this.openAi.handle = openAiModel(spoken);
    this.anthropic.handle = anthropicModel(spoken);
    this.responses.handle = responsesModel(spoken);
  };

  reset(): void {
    this.governance.reset();
    for (const upstream of [this.openAi, this.anthropic, this.responses]) {
      upstream.requests.length = 0;
      upstream.handle = (_, response) => response.end("{}");
    }
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
    this.openAi.close();
    this.anthropic.close();
    this.responses.close();
  }

  /** A request with a JSON body, or with a text as it is. */
  post(path: string, body: object | string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.url}/v1/${path}`, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
      ...init,
    });
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return fetch(`${this.url}/v1/${path}`, { headers });
  }

  async #deps(): Promise<ApiDeps> {
    const openAi = { name: "a", url: await this.openAi.listen(), format: "openai" } as const;
    const anthropic = {
      name: "b",
      url: await this.anthropic.listen(),
      format: "anthropic",
    } as const;
    const responses = {
      name: "c",
      url: await this.responses.listen(),
      format: "responses",
    } as const;
    return {
      clock: this.#clock,
      bodies: new BodyReader({
        bodies: new BodyPool({ clock: systemClock }),
        pdfs: new BodyPool({ clock: systemClock }),
      }),
      governance: this.governance,
      override: () => undefined,
      onError: (error) => this.errors.push(error),
      catalog: new ModelCatalog([
        new Upstream({ ...openAi, key: "key-a" }, systemClock),
        new Upstream({ ...anthropic, key: "key-b" }, systemClock),
        new Upstream({ ...responses, key: "key-c" }, systemClock),
        new DemoModel({ clock: systemClock, tokensPerSecond: 0 }),
        new ScriptedModels({ clock: systemClock, tokensPerSecond: 0, isListed: true }),
      ]),
    };
  }
}

function route(request: HubRequest, deps: ApiDeps): Promise<HubResponse> {
  switch (request.path) {
    case "/hub/v1/chat/completions":
      return chatCompletionsRoute(request, caller, deps);
    case "/hub/v1/responses":
      return responsesRoute(request, caller, deps);
    case "/hub/v1/messages":
      return messagesRoute(request, caller, deps);
    case "/hub/v1/messages/count_tokens":
      return countTokensRoute(request, caller, deps);
    case "/hub/v1/embeddings":
      return embeddingsRoute(request, caller, deps);
    case "/hub/v1/models":
      return modelsRoute(request, caller, deps);
    default: {
      const id = decodeURIComponent(request.path.replace("/hub/v1/models/", ""));
      return modelRoute(request, caller, { ...deps, id });
    }
  }
}
