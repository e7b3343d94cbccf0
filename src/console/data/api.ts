import * as z from "zod/mini";

import { listPageSchema } from "../../shared/hubApi/hubAdmin.ts";
import { ApiFailure, failureOf } from "./apiFailure.ts";

export type Query = Readonly<Record<string, string | number | undefined>>;

export interface Change {
  readonly method: "POST" | "PATCH" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
}

export interface ApiDeps {
  readonly fetch: typeof fetch;
  readonly base: string;
  readonly onSignedOut: () => void;
}

type ApiInit = Omit<RequestInit, "headers"> & {
  readonly headers?: Readonly<Record<string, string>>;
};

export interface ListPage<T> {
  readonly data: readonly T[];
  readonly next: string | null;
}

export class Api {
  readonly #deps: ApiDeps;
  csrfToken = "";

  constructor(deps: ApiDeps) {
    this.#deps = deps;
  }

  url(path: string, query: Query = {}): string {
    const search = new URLSearchParams();
    for (const [key, value] of Object.entries(query)) {
      if (value !== undefined && value !== "") {
        search.set(key, String(value));
      }
    }
    const text = search.toString();
    return `${this.#deps.base}/${path}${text === "" ? "" : `?${text}`}`;
  }

  async get<T>(path: string, schema: z.ZodMiniType<T>, query?: Query): Promise<T> {
    return read(schema, await this.#fetch(this.url(path, query), { method: "GET" }));
  }

  async list<T>(path: string, schema: z.ZodMiniType<T>, query?: Query): Promise<ListPage<T>> {
    const page = await this.get(path, listPageSchema, query);
    return { data: read(z.array(schema), page.data), next: page.has_more ? page.next : null };
  }

  async change<T>(change: Change, schema: z.ZodMiniType<T>): Promise<T> {
    const { method, path, body } = change;
    const init: ApiInit = {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    return read(schema, await this.#fetch(this.url(path), init));
  }

  async stream(
    path: string,
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    const response = await this.#answer(this.url(path), { method: "GET", signal });
    if (!response.ok || !response.body) {
      throw failureOf(response.status, await bodyOf(response));
    }
    return response.body;
  }

  async #fetch(url: string, init: ApiInit): Promise<unknown> {
    const response = await this.#answer(url, init);
    const body = await bodyOf(response);
    if (response.ok) {
      return body;
    }
    const failure = failureOf(response.status, body);
    if (failure.facts.kind === "signedOut") {
      this.#deps.onSignedOut();
    }
    throw failure;
  }

  async #answer(url: string, init: ApiInit): Promise<Response> {
    try {
      return await this.#deps.fetch(url, {
        ...init,
        headers: {
          ...init.headers,
          ...(this.csrfToken !== "" && { "x-csrf-token": this.csrfToken }),
        },
        credentials: "same-origin",
        redirect: "error",
        cache: "no-store",
      });
    } catch (cause) {
      throw new ApiFailure({ kind: "offline" }, { cause });
    }
  }
}

export const anything: z.ZodMiniType = z.unknown();

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    throw new ApiFailure({ kind: "offline" }, { cause });
  });
  if (text === "") {
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the status decides, or the schema rejects it.
    return undefined;
  }
}

function read<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (!result.success) {
    throw new ApiFailure({ kind: "unreadable" }, { cause: result.error });
  }
  return result.data;
}
