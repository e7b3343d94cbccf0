import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { readCommand } from "../../../../src/hubServer/config/flags.ts";
import type { HubConfig } from "../../../../src/hubServer/config/hubConfig.ts";
import { UsageError } from "../../../../src/sharedNode/flags.ts";

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
  expect(() => configOf(twice)).toThrow(UsageError);
  expect(() => configOf([], { AI_HUB_ADMIN_TOKEN: "short" })).toThrow("at least 16");
});

test.each([
  "AI_HUB_ADMIN_TOKEN",
  "AI_HUB_DATABASE",
  "DATABASE_URL",
  "AI_HUB_PORT",
  "AI_HUB_CONFIG",
  "AI_HUB_LAB",
  "AI_HUB_LOG",
  "AI_HUB_UPSTREAM",
  "AI_HUB_UPSTREAM_KEY",
  "AI_HUB_UPSTREAM_CLOUD_KEY",
  "AI_HUB_IDLE_EXIT",
  "AI_HUB_WORKERS",
])("the variable %s with nothing in it is as one that is not set", (name) => {
  const args = ["--upstream", "cloud=http://x.example"];
  for (const nothing of ["", "  "]) {
    const { keyPolicy: _, ...config } = configOf(args, { [name]: nothing });
    const { keyPolicy: _without, ...expected } = configOf(args);
    expect(config).toEqual(expected);
  }
});

test("workers come by flag, else by variable; a hub of one person is one process", () => {
  expect(configOf(["--workers", "3"], { AI_HUB_WORKERS: "2" }).workers).toBe(3);
  expect(configOf([], { AI_HUB_WORKERS: "2" }).workers).toBe(2);
  expect(configOf([]).workers).toBeGreaterThanOrEqual(1);
  expect(configOf([]).workers).toBeLessThanOrEqual(Math.max(1, availableParallelism() - 1));
  expect(configOf(["--lab"]).workers).toBe(1);
  expect(configOf(["--lab", "--workers", "2"]).workers).toBe(2);
  expect(configOf(["--lab", "--idle-exit", "60"], { AI_HUB_WORKERS: "4" }).workers).toBe(1);
});

test.each(["0", "65", "1.5", "-1", "many"])("--workers %s is refused", (count) => {
  expect(() => configOf([`--workers=${count}`])).toThrow("--workers must be a number from 1 to 64");
  expect(() => configOf([], { AI_HUB_WORKERS: count })).toThrow(UsageError);
});

test("a hub that ends when it is idle is one process", () => {
  const args = ["--lab", "--idle-exit", "60", "--workers", "2"];
  expect(() => configOf(args)).toThrow("--idle-exit is for a hub of one process");
});

test("the database comes by flag, by either variable or from a file, and is never quoted", () => {
  const url = "postgres://hub:secret@db.example/hub";
  expect(configOf(["--database", url]).databaseUrl).toBe(url);
  expect(configOf([], { AI_HUB_DATABASE: url }).databaseUrl).toBe(url);
  expect(configOf([], { DATABASE_URL: url }).databaseUrl).toBe(url);
  expect(configOf([]).databaseUrl).toBeUndefined();
  expect(() => configOf(["--database", "mysql://hub:secret@db"])).toThrow(
    /^(?!.*secret).*PostgreSQL/su,
  );
});

test("the lab takes a database by its flag only, whatever the editor's environment names", () => {
  const url = "postgres://hub:secret@db.example/hub";
  const env = { DATABASE_URL: url, AI_HUB_DATABASE: url };
  expect(configOf(["--lab"], env).databaseUrl).toBeUndefined();
  expect(configOf([], { ...env, AI_HUB_LAB: "1" }).databaseUrl).toBeUndefined();
  expect(configOf(["--lab", "--database", `${url}2`], env).databaseUrl).toBe(`${url}2`);
});

test("an upstream of the Anthropic format is told by its prefix", () => {
  const { upstreams } = configOf([
    "--upstream",
    "a=anthropic:https://a.example",
    "--upstream",
    "https://b.example",
  ]);
  expect(upstreams.map(({ name, url, format }) => [name, url.href, format])).toEqual([
    ["a", "https://a.example/", "anthropic"],
    ["b.example", "https://b.example/", "openai"],
  ]);
});

test("a configuration file stands behind flags and variables, and secrets come from where it says", () => {
  const folder = mkdtempSync(join(tmpdir(), "ai-hub-flags-"));
  try {
    writeFileSync(join(folder, "key"), "from-a-file\n");
    writeFileSync(
      join(folder, "hub.yaml"),
      `host: 127.0.0.1
port: 9100
log: json
key_folder: ${folder}
upstreams:
  - { name: one, url: "https://one.example", key_variable: AI_HUB_UPSTREAM_ONE_KEY }
  - { name: two, url: "https://two.example", format: anthropic, key_file: ${join(folder, "key")} }
`,
    );
    const config = configOf(["--config", join(folder, "hub.yaml"), "--port", "9200"], {
      AI_HUB_UPSTREAM_ONE_KEY: "from-env",
    });
    expect(config).toMatchObject({ port: 9200, logForm: "json" });
    expect(config.upstreams.map(({ name, format, key }) => [name, format, key])).toEqual([
      ["one", "openai", "from-env"],
      ["two", "anthropic", "from-a-file"],
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  [
    "key_variable: CLOUD_KEY",
    /The key of the upstream cloud: .*Rename it .*AI_HUB_UPSTREAM_<NAME>_KEY/u,
  ],
  ["key_file: /etc/hostname", /--key-folder <folder>, or "key_folder"/u],
  ["key_variable: AI_HUB_UPSTREAM_A_KEY, key_file: /run/key", /has two keys/u],
])("a configuration with %s is refused, with what to change", (key, words) => {
  const folder = mkdtempSync(join(tmpdir(), "ai-hub-flags-"));
  try {
    const path = join(folder, "hub.yaml");
    writeFileSync(path, `upstreams: [{ name: cloud, url: "https://x.example", ${key} }]`);
    expect(() => configOf(["--config", path], { CLOUD_KEY: "secret" })).toThrow(words);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the folder for keys must not contain the hub's own data", () => {
  expect(() => configOf(["--data", "/srv/hub/data", "--key-folder", "/srv/hub"])).toThrow(
    UsageError,
  );
  expect(() => configOf(["--key-folder", "/"])).toThrow("must not contain the data directory");
  expect(configOf(["--key-folder", "/srv/hub-keys", "--data", "/srv/hub"]).keyPolicy.folder).toBe(
    "/srv/hub-keys",
  );
  expect(configOf([], { AI_HUB_KEY_FOLDER: "/run/keys" }).keyPolicy.folder).toBe("/run/keys");
});

test("trajectories are played by the lab only, from a folder that is there", () => {
  expect(configOf(["--lab", "--play", tmpdir()]).playFolder).toBe(tmpdir());
  expect(configOf(["--lab"], { AI_HUB_PLAY: tmpdir() }).playFolder).toBe(tmpdir());
  expect(() => configOf(["--play", tmpdir()])).toThrow("--play needs --lab");
  expect(() => configOf(["--lab", "--play", "/nowhere"])).toThrow("/nowhere is none");
});

test("one key is never for two upstreams", () => {
  const two = ["--upstream", "a=http://x.example", "--upstream", "b=http://y.example"];
  expect(() => configOf(two, { AI_HUB_UPSTREAM_KEY: "k" })).toThrow(
    "Give each its own, in AI_HUB_UPSTREAM_A_KEY and AI_HUB_UPSTREAM_B_KEY",
  );
  const alike = ["--upstream", "a.b=http://x.example", "--upstream", "a-b=http://y.example"];
  expect(() => configOf(alike, { AI_HUB_UPSTREAM_A_B_KEY: "k" })).toThrow("punctuation");
  const one = configOf(two, { AI_HUB_UPSTREAM_B_KEY: "k" });
  expect(one.upstreams.map(({ key }) => key)).toEqual([undefined, "k"]);
});

test.each([
  [["audit", "verify"], { kind: "auditVerify" }],
  [["audit", "export", "--format", "csv"], { kind: "auditExport", format: "csv" }],
  [["audit", "export"], { kind: "auditExport", format: "jsonl" }],
  [["backup", "/tmp/copy.db"], { kind: "backup", path: "/tmp/copy.db", mayReplace: false }],
  [["backup", "/tmp/a b.db", "--force"], { kind: "backup", path: "/tmp/a b.db", mayReplace: true }],
  [["restore", "/tmp/copy.db"], { kind: "restore", path: "/tmp/copy.db", takesBroken: false }],
  [["restore", "/tmp/copy.db", "--force"], { kind: "restore", takesBroken: true }],
])("%j is a command", (args, command) => {
  expect(readCommand(args, home)).toMatchObject(command);
});

test.each([
  [["audit"]],
  [["backup"]],
  [["restore"]],
  [["audit", "verify", "--force"]],
  [["--force"]],
  [["serve", "now"]],
  [["audit", "export", "--format", "pdf"]],
])("%j is refused", (args) => {
  expect(() => readCommand(args, home)).toThrow(UsageError);
});

test.each(["backup", "restore"])("%s without a file asks for it", (command) => {
  expect(() => readCommand([command], home)).toThrow(`${command} needs a file`);
});

test("proxies come from the flag or the variable, and a host name is refused", () => {
  expect(configOf([]).proxies).toEqual([]);
  const named = ["192.0.2.1", "10.0.0.0/8"];
  expect(configOf(named.flatMap((name) => ["--proxy", name])).proxies).toEqual(named);
  expect(configOf([], { AI_HUB_PROXY: named.join(" ") }).proxies).toEqual(named);
  expect(() => configOf(["--proxy", "proxy.example"])).toThrow(UsageError);
});
