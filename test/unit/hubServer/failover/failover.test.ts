import { expect, test } from "vitest";

import { Failover } from "../../../../src/hubServer/failover/failover.ts";
import { routeOrder } from "../../../../src/hubServer/failover/routeOrder.ts";
import { ApiError } from "../../../../src/hubServer/http/apiError.ts";
import { readChatCall } from "../../../../src/hubServer/models/chatCall.ts";
import type { ModelRoute, RunChat } from "../../../../src/hubServer/models/modelSource.ts";
import { timeLimits } from "../../../../src/shared/base/timeLimits.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

const call = readChatCall(
  new TextEncoder().encode('{"model":"m","stream":true,"max_tokens":100,"messages":[]}'),
  "openai",
);

const speaks: RunChat = (_, { tap }) =>
  Promise.resolve({
    status: 200,
    headers: { "content-type": "text/event-stream" },
    body: (sink) => {
      tap.add("Yes.");
      sink.write("data: Yes.\n\n");
      return Promise.resolve();
    },
  });

/** Has the request and says nothing. */
const silent: RunChat = (_, { signal, tap }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => {
      tap.lost();
      reject(new ApiError(502, "broke off", { code: "upstream_unreachable" }));
    });
  });

const slow: RunChat = () =>
  Promise.reject(new ApiError(504, "silent", { code: "upstream_timeout" }));

const route = (name: string, chat: RunChat, weight = 0): ModelRoute => ({ name, chat, weight });

function lab() {
  const clock = new FakeClock();
  const failover = new Failover({ clock, report: () => undefined });
  const noted: string[] = [];
  const client = new AbortController();
  const context = {
    requestId: "r",
    signal: client.signal,
    tap: {
      add: () => true,
      addCounted: () => undefined,
      blockBegan: () => undefined,
      report: () => undefined,
      cut: () => undefined,
      fail: () => void noted.push("fail"),
      finish: () => undefined,
      lost: () => void noted.push("lost"),
    },
    attempts: {
      begin: (_: unknown, status?: number) => {
        noted.push(`begin after ${status}`);
        return Promise.resolve(60);
      },
      worked: () => void noted.push("worked"),
    },
  };
  return { clock, failover, noted, client, context };
}

const firstOf = (among: readonly ModelRoute[], key: string): string | undefined =>
  routeOrder(among, key)[0]?.name;

/** Lets what was started go on until it waits for the clock. */
const turns = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

async function readAll(body: unknown): Promise<string> {
  let text = "";
  const write = (chunk: Uint8Array | string): boolean => {
    text += typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk);
    return true;
  };
  await (body as (sink: object) => Promise<void>)({ write, drained: () => Promise.resolve() });
  return text;
}

test("a server that has the request and is silent for a minute is charged, and the next one asked", async () => {
  const { clock, failover, noted, context } = lab();
  const asked: (number | undefined)[] = [];
  const second: RunChat = (given, of) => {
    asked.push(given.maxTokens);
    return speaks(given, of);
  };
  const answer = failover.inOrder([route("a", silent, 1), route("b", second)])(call, context);
  await turns();
  clock.advance(timeLimits.hub.beginStream);
  const response = await answer;
  const text = readAll(response.body);
  clock.advance(timeLimits.upstream.nextRoute);
  expect(await text).toBe(": waiting for the model\n\ndata: Yes.\n\n");
  expect(noted).toEqual(["begin after undefined", "worked", "begin after 502"]);
  expect(asked).toEqual([60]);
});

test("a client that leaves asks no further server", async () => {
  const { failover, noted, client, context } = lab();
  const answer = failover.inOrder([route("a", silent, 1), route("b", speaks)])(call, context);
  await turns();
  client.abort();
  await expect(answer).rejects.toThrow("broke off");
  expect(noted).toEqual(["begin after undefined", "lost"]);
});

test("servers that are all silent end with an error in the client's format", async () => {
  const { clock, failover, context } = lab();
  const answer = failover.inOrder([route("a", silent, 1), route("b", slow)])(call, context);
  await turns();
  clock.advance(timeLimits.hub.beginStream);
  const text = readAll((await answer).body);
  clock.advance(timeLimits.upstream.nextRoute);
  expect(await text).toContain('data: {"error":{"message":"silent"');
});

test("keys are shared by weight, and a lost server moves only its own", () => {
  const routes = [route("a", speaks, 3), route("b", speaks, 1), route("c", speaks)];
  const keys = Array.from({ length: 4_000 }, (_, at) => `conversation ${at}`);
  const share = keys.filter((key) => firstOf(routes, key) === "a").length / keys.length;
  expect(share).toBeGreaterThan(0.72);
  expect(share).toBeLessThan(0.78);
  expect(routeOrder(routes, "any").at(-1)?.name).toBe("c");
  const more = [...routes, route("d", speaks, 2)];
  const moved = keys.filter((key) => {
    const now = firstOf(more, key);
    return now !== "d" && now !== firstOf(routes, key);
  });
  expect(moved).toEqual([]);
});
