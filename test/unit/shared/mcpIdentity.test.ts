import { expect, test } from "vitest";

import {
  allowsIdentity,
  isWeakEntry,
  type PolicyServer,
} from "../../../src/shared/hubApi/mcpIdentity.ts";

const http = (url: string): PolicyServer => ({ name: "git", kind: "http", url });
const stdio = (
  program: string,
  args: readonly string[] = [],
  more: { readonly runner?: string; readonly variables?: readonly string[] } = {},
): PolicyServer => ({ name: "git", kind: "stdio", program, args, variables: [], ...more });
const npx = (...args: readonly string[]) => stdio("/usr/lib/npx-cli.js", args, { runner: "npx" });

test.each([
  ["https://mcp.example.com", http("https://mcp.example.com/any"), true],
  ["https://mcp.example.com", http("http://mcp.example.com/any"), false],
  ["https://mcp.example.com", http("https://mcp.example.com.evil.org/"), false],
  ["https://mcp.example.com", http("https://mcp.example.com:8443/"), false],
  ["https://MCP.example.com/a/*", http("https://mcp.EXAMPLE.com/a/b?c=1"), true],
  ["https://mcp.example.com/a/*", http("https://mcp.example.com/a/../b"), false],
  ["https://*.example.com/mcp", http("https://x.example.com/mcp"), true],
  ["https://*.example.com/mcp", http("https://evil.org/x.example.com/mcp"), false],
  ["https://*.example.com", http("https://x@evil.org/.example.com"), false],
  ["https://mcp.example.com", stdio("/usr/bin/node"), false],
  ["command:/usr/bin/node /srv/a.js *", stdio("/usr/bin/node", ["/srv/a.js", "-x"]), true],
  ["command:/usr/bin/node /srv/a.js *", stdio("/home/ana/node", ["/srv/a.js", "-x"]), false],
  ["command:/usr/bin/node /srv/a.js", stdio("/usr/bin/node", ["/srv/a.js", "-x"]), false],
  ["command:/usr/bin/tool", stdio("/usr/bin/tool"), true],
  ["command:/usr/bin/tool", stdio("/usr/bin/tool", ["-x"]), false],
  ["command:/usr/bin/node a b", stdio("/usr/bin/node", ["a b"]), false],
  [
    "command:/usr/bin/node a",
    stdio("/usr/bin/node", ["a"], { variables: ["NODE_OPTIONS"] }),
    false,
  ],
  ["command:/usr/bin/node a", stdio("/usr/bin/node", ["a"], { variables: ["TOKEN"] }), true],
  ['command:"C:\\Program Files\\x.exe" a', stdio("c:\\program files\\X.exe", ["a"]), true],
  ["npx:@scope/name@1.2.*", npx("-y", "@scope/name@1.2.3", "--root"), true],
  ["npx:@scope/name@1.2.*", npx("-y", "@scope/name@1.3.0"), false],
  ["npx:@scope/name@1.2.*", npx("-y", "@scope/name"), false],
  ["npx:@scope/name", npx("@scope/name"), true],
  ["npx:@scope/name", npx("@scope/name2"), false],
  ["npx:name", npx("name@npm:evil@1.0.0"), false],
  ["npx:name", npx("name@https://evil.org/x.tgz"), false],
  ["npx:name", npx("--package=evil", "name"), false],
  ["npx:name", npx("-c", "evil", "name"), false],
  ["npx:name --read", npx("name", "--write"), false],
  ["npx:name", stdio("/home/ana/work/npx", ["name"]), false],
  [
    "npx:name",
    stdio("/usr/bin/npx", ["name"], { runner: "npx", variables: ["npm_config_registry"] }),
    false,
  ],
  ["uvx:name@1.0", stdio("/usr/bin/uvx", ["name==1.0"], { runner: "uvx" }), true],
  [
    "uvx:name@1.0",
    stdio("/usr/bin/uvx", ["--from", "evil", "name==1.0"], { runner: "uvx" }),
    false,
  ],
  ["git", http("https://evil.org"), true],
  ["g*", stdio("/x"), true],
  ["other", http("https://mcp.example.com"), false],
  ["editor", { name: "editor", kind: "editor" }, true],
  ["editor", { name: "editor", kind: "http", url: "https://evil.org" }, false],
] as const)("%s on %j: %s", (entry, server, isAllowed) => {
  expect(allowsIdentity(entry, server)).toBe(isAllowed);
});

test("an entry that is only a name is weak", () => {
  const entries = [
    "git",
    "docs-*",
    "https://a.example.com",
    "command:/bin/a",
    "npx:a",
    "*",
    "editor",
  ];
  expect(entries.filter(isWeakEntry)).toEqual(["git", "docs-*"]);
});
