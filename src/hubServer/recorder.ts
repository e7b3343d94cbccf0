import { appendFileSync } from "node:fs";

import type { HubRequest } from "./http/message.ts";

export class Recorder {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
    this.#append("");
  }

  watch(request: HubRequest): { readonly request: HubRequest; readonly finish: () => void } {
    let isNoted = false;
    const note = (body: string): void => {
      if (!isNoted) {
        isNoted = true;
        const { method, path, headers } = request;
        const entry = { time: new Date().toISOString(), method, path, headers, body };
        this.#append(`${JSON.stringify(entry)}\n`);
      }
    };
    return {
      request: {
        ...request,
        body: async (owner) => {
          const body = await request.body(owner);
          note(new TextDecoder().decode(body));
          return body;
        },
      },
      finish: () => note(""),
    };
  }

  #append(line: string): void {
    appendFileSync(this.#path, line, { mode: 0o600 });
  }
}
