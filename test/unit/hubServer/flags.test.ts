import { expect, test } from "vitest";

import { FlagError, type HubConfig, readCommand } from "../../../src/hubServer/flags.ts";

const home = { AI_HUB_HOME: "/home/me/hub" };

function configOf(args: readonly string[], env: Readonly<Record<string, string>> = {}): HubConfig {
  const command = readCommand(args, { ...home, ...env });
  if (command.kind !== "serve") {
    throw new Error(`unexpected ${command.kind}`);
  }
  return command.config;
}

test("without flags it listens on the loopback, keeps its data per user and tells nobody", () => {
  expect(configOf([])).toMatchObject({
    host: "127.0.0.1",
    port: 8787,
    dataFolder: "/home/me/hub/hub",
    isLab: false,
    discoveryFile: undefined,
    idleExitMs: undefined,
    tokensPerSecond: 150,
  });
});

test("the lab has its own data, and tells the extension of this user", () => {
  expect(configOf(["--lab"])).toMatchObject({
    dataFolder: "/home/me/hub/lab",
    discoveryFile: "/home/me/hub/local-hub.json",
  });
});

test("a lab with a data directory of its own does not become the user's hub", () => {
  expect(configOf(["--lab", "--data", "/tmp/x"])).toMatchObject({
    dataFolder: "/tmp/x",
    discoveryFile: undefined,
  });
});

test("every flag can come from the environment, and the flag itself wins", () => {
  const env = {
    AI_HUB_PORT: "9000",
    AI_HUB_LAB: "1",
    AI_HUB_IDLE_EXIT: "60",
    AI_HUB_UPSTREAM: "a=http://127.0.0.1:1 http://127.0.0.1:2",
    AI_HUB_UPSTREAM_A_KEY: "key-a",
    AI_HUB_UPSTREAM_KEY: "key-of-all",
  };
  const config = configOf(["--port", "0"], env);
  expect(config).toMatchObject({ port: 0, isLab: true, idleExitMs: 60_000 });
  expect(config.upstreams.map(({ name, key }) => [name, key])).toEqual([
    ["a", "key-a"],
    ["127.0.0.1-2", "key-of-all"],
  ]);
});

test("two upstreams of one name and a short administrator's token are refused", () => {
  const twice = ["--upstream", "a=http://x.example", "--upstream", "a=http://y.example"];
  expect(() => configOf(twice)).toThrow(FlagError);
  expect(() => configOf([], { AI_HUB_ADMIN_TOKEN: "short" })).toThrow("at least 16");
});
