import { createServer, type Server } from "node:net";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { ConfinedPlace } from "./confinedPlace.ts";

let place: ConfinedPlace;
const servers: Server[] = [];

beforeEach(() => {
  // Below a folder that the sandbox hides, so that only what a test binds is seen of it.
  place = new ConfinedPlace();
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.close();
  }
  await place.dispose();
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
  return (await place.inside(script)).text;
}

function connecting(path: string): string {
  const code = `const s = require("node:net").connect(process.argv[1]); s.on("data", (d) => console.log(String(d))); s.on("error", () => console.log("refused"))`;
  return `"${place.node()}" -e '${code}' "${path}"`;
}

test("no program of the machine is reached by its socket, wherever that lies", async ({ skip }) => {
  skip((await place.commands.sandboxProblem()) !== undefined);
  const own = join(place.workspace, "dev.sock");
  await listen(own);
  expect(await inside(connecting(own))).toBe("refused");
});

test("a command has sockets of its own", async ({ skip }) => {
  skip((await place.commands.sandboxProblem()) !== undefined);
  const path = join(place.workspace, "own.sock");
  const code = `const net = require("node:net"); const s = net.createServer((c) => c.end("reached")).listen(process.argv[1], () => net.connect(process.argv[1]).on("data", (d) => { console.log(String(d)); s.close(); }))`;
  expect(await inside(`"${place.node()}" -e '${code}' "${path}"`)).toBe("reached");
});
