import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { parseServers } from "../../../src/agent/mcpClient/serverConfig.ts";
import { identityOf } from "../../../src/agentNode/mcpClient/mcpLaunch.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "ai-hub-identity-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function program(path: string): string {
  const file = join(root, path);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, "#!/bin/sh\n");
  chmodSync(file, 0o755);
  return file;
}

/** What the policy judges of a server with this configuration. */
function judged(config: object, path = ""): object {
  const { servers } = parseServers({ trusted: config });
  const place = { folder: join(root, "work"), home: root, environment: { PATH: path } };
  const { name: _, ...identity } = identityOf(
    servers[0] ?? { name: "", kind: "http", url: "", headers: {} },
    place,
  );
  return identity;
}

test.runIf(process.platform !== "win32")(
  "a program is known by its real path, never by its name or a link",
  () => {
    const real = program("tools/server.sh");
    mkdirSync(join(root, "work"), { recursive: true });
    symlinkSync(real, join(root, "work", "trusted.sh"));
    expect(
      judged({ command: "${workspaceFolder}/trusted.sh", args: ["a"], env: { A: "1" } }),
    ).toEqual({
      kind: "stdio",
      program: real,
      args: ["a"],
      variables: ["A"],
    });
    expect(judged({ command: "missing" })).toMatchObject({ program: "" });
  },
);

test.runIf(process.platform !== "win32")("an npx of the workspace is no package runner", () => {
  const ours = program("bin/npx");
  expect(judged({ command: "npx", args: ["x"] }, join(root, "bin"))).toMatchObject({
    program: ours,
    runner: "npx",
  });
  program("work/npx");
  expect(judged({ command: "./npx", args: ["x"] })).not.toHaveProperty("runner", "npx");
  symlinkSync(join(root, "work", "npx"), join(root, "tools", "npx"));
  expect(judged({ command: "npx", args: ["x"] }, join(root, "tools"))).not.toHaveProperty(
    "runner",
    "npx",
  );
});
