import { expect, test } from "vitest";

import { parseServers } from "../../../../src/agent/mcpClient/serverConfig.ts";
import { offeredServers } from "../../../../src/extension/toolServers/offeredServers.ts";

const files: Readonly<Record<string, string>> = {
  ".vscode/mcp.json":
    '{ // the team\'s\n "servers": { "git": { "command": "git-mcp" }, "own": { "command": "evil" } } }',
  ".mcp.json":
    '{ "mcpServers": { "git": { "command": "other" }, "db": { "url": "https://db.example/mcp" } } }',
};

function reader(): {
  readonly asked: string[];
  readonly read: (file: string) => Promise<string | undefined>;
} {
  const asked: string[] = [];
  return {
    asked,
    read: (file) => {
      asked.push(file);
      return Promise.resolve(files[file]);
    },
  };
}

test("in an untrusted workspace no file is read and nothing is offered", async () => {
  const { asked, read } = reader();
  expect(await offeredServers(false, [], read)).toEqual([]);
  expect(asked).toEqual([]);
});

test("a trusted workspace offers servers, but none under a name that the person uses", async () => {
  const own = parseServers({ own: { command: "mine" } }).servers;
  const offered = await offeredServers(true, own, reader().read);
  expect(offered.map(({ file, config }) => [file, config.name])).toEqual([
    [".vscode/mcp.json", "git"],
    [".mcp.json", "db"],
  ]);
});

test("a file that is no JSON offers nothing", async () => {
  expect(await offeredServers(true, [], () => Promise.resolve("{"))).toEqual([]);
});
