import { join } from "node:path";

import { expect } from "vitest";

import { FakeUpstream } from "../../support/modelServer/fakeUpstream.ts";
import { HubLab, type HubProcess } from "./hubProcess.ts";

/** A hub with one upstream whose model `real` fills in the middle as `say` says. */
export class FimModelHub {
  readonly upstream = new FakeUpstream();
  readonly #lab = new HubLab();
  #hub: HubProcess | undefined;

  async start(): Promise<void> {
    await this.#lab.build();
    const url = await this.upstream.listen();
    const data = join(this.#lab.home, "fill");
    this.#hub = await this.#lab.start(["--lab", "--data", data, "--upstream", `far=${url.href}`]);
  }

  get hub(): HubProcess {
    if (!this.#hub) {
      throw new Error("the hub was not started");
    }
    return this.#hub;
  }

  /** Sets the form in the model's record; null for none. */
  async say(fim: string | null, id = "real"): Promise<void> {
    const response = await fetch(`${this.hub.url}/hub/admin/v1/models/${id}`, {
      method: "PUT",
      headers: {
        authorization: `Bearer ${this.hub.adminToken ?? ""}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({
        tiers: [],
        is_active: true,
        fim,
        price: { input: "1.00", output: "2.00" },
      }),
    });
    expect(response.status, await response.clone().text()).toBe(200);
    expect(await response.json()).toMatchObject({ fim });
  }

  /** Asks for the hole in `const a = ⌴;`. */
  complete(body: object, signal?: AbortSignal): Promise<Response> {
    return this.hub.api("/hub/v1/completions", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "real", prompt: "const a = ", suffix: ";\n", ...body }),
      ...(signal && { signal }),
    });
  }

  dispose(): Promise<void> {
    this.upstream.close();
    return this.#lab.dispose();
  }
}
