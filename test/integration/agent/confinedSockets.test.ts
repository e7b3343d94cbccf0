import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { NodeCommands } from "../../../src/agentNode/nodeCommands.ts";
import { nodeIn } from "./nodeIn.ts";

let [root, workspace] = ["", ""];
let commands: NodeCommands;
const servers: Server[] = [];

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "ai-hub-sockets-")));
  workspace = join(root, "workspace");
  for (const name of ["workspace", "home", "output"]) {
    mkdirSync(join(root, name));
  }
  commands = new NodeCommands({
    runId: `sockets-${process.pid}`,
    // Below a folder that the sandbox hides, so that only what a test binds is seen of it.
    workspace: [workspace],
    home: join(root, "home"),
    outputFolder: join(root, "output"),
    movedFolder: join(root, "movedAway"),
    environment: process.env,
    allowedVariables: () => [],
  });
});
afterEach(async () => {
  await commands.stopAll();
  for (const server of servers.splice(0)) {
    server.close();
  }
  rmSync(root, { recursive: true, force: true });
});

/** A program of the machine that answers on a socket, as a container daemon or an editor does. */
async function listen(path: string): Promise<void> {
  const server = createServer((socket) => socket.end("reached"));
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(path, resolve);
  });
}

async function inside(script: string): Promise<string> {
  const request = { folder: workspace, timeoutMs: 60_000, way: "inside" } as const;
  const command = await commands.start({ ...request, script });
  await command.ended;
  return command.output().text.trim();
}

function connecting(path: string): string {
  const code = `const s = require("node:net").connect(process.argv[1]); s.on("data", (d) => console.log(String(d))); s.on("error", () => console.log("refused"))`;
  return `"${nodeIn(workspace)}" -e '${code}' "${path}"`;
}

test("no program of the machine is reached by its socket, wherever that lies", async ({ skip }) => {
  skip((await commands.sandboxProblem()) !== undefined);
  const own = join(workspace, "dev.sock");
  await listen(own);
  expect(await inside(connecting(own))).toBe("refused");
});

test("a command has sockets of its own", async ({ skip }) => {
  skip((await commands.sandboxProblem()) !== undefined);
  const path = join(workspace, "own.sock");
  const code = `const net = require("node:net"); const s = net.createServer((c) => c.end("reached")).listen(process.argv[1], () => net.connect(process.argv[1]).on("data", (d) => { console.log(String(d)); s.close(); }))`;
  expect(await inside(`"${nodeIn(workspace)}" -e '${code}' "${path}"`)).toBe("reached");
});
