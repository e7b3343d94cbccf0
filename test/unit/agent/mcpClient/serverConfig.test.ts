import { expect, test } from "vitest";

import { parseServers, secretKey } from "../../../../src/agent/mcpClient/serverConfig.ts";

const git = { command: "npx", args: ["-y", "git-server"], env: { LEVEL: 3 } };
const parsedGit = {
  name: "git",
  kind: "stdio",
  command: "npx",
  args: ["-y", "git-server"],
  env: { LEVEL: "3" },
  folder: undefined,
};

test.each([{ git }, { servers: { git }, inputs: [] }, { mcpServers: { git } }])(
  "the forms of a configuration are understood: %j",
  (value) => {
    expect(parseServers(value)).toEqual({ servers: [parsedGit], problems: [] });
  },
);

test("what is wrong is left out and named", () => {
  const { servers, problems } = parseServers({
    "good one": { url: "https://example.com/mcp", headers: { "X-Key": "${secret:key}" } },
    here: { type: "http", url: "http://127.0.0.1:1/mcp" },
    plain: { url: "http://example.com/mcp" },
    user: { url: "https://me:secret@example.com/mcp" },
    old: { type: "sse", url: "https://example.com/sse" },
    empty: {},
    "<b>": git,
  });
  expect(servers.map(({ name }) => name)).toEqual(["good one", "here"]);
  expect(problems).toHaveLength(5);
});

test("nothing is a server of something else", () => {
  expect(parseServers([git])).toEqual({ servers: [], problems: [] });
  expect(parseServers(undefined)).toEqual({ servers: [], problems: [] });
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`s${index}`, git]));
  expect(parseServers(many).servers).toHaveLength(32);
});

test("a secret for another server, program or origin is another one", () => {
  const configs = [
    { a: { url: "https://one.example/mcp" } },
    { a: { url: "https://one.example/other" } },
    { a: { url: "https://two.example/mcp" } },
    { b: { url: "https://one.example/mcp" } },
    { a: { command: "/bin/one" } },
    { a: { command: "/bin/two", args: ["x"] } },
  ].flatMap((servers) => parseServers(servers).servers);
  const [first, second, ...others] = configs.map((config) => secretKey(config, "key"));
  expect(second).toBe(first);
  expect(new Set([first, ...others]).size).toBe(5);
});
