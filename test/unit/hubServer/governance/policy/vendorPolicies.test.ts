import { expect, test } from "vitest";

import {
  claudeCodePolicy,
  codexPolicy,
  opencodePolicy,
} from "../../../../../src/hubServer/governance/policy/vendorPolicies.ts";
import { openProfileAgent } from "../../../../../src/shared/hubApi/agentPolicy.ts";

const open = { agent: openProfileAgent, exclusions: [], models: [] };
const strict = {
  agent: {
    ...openProfileAgent,
    is_allowed: false,
    max_level: "edits",
    mcp_servers: [
      "https://mcp.example.com",
      "https://*.example.com/mcp",
      "command:/usr/bin/tool --read",
      "npx:@scope/name@1.2.3",
      "npx:other@1.*",
      "git",
    ],
    mcp_pins: [`git/log@${"a1".repeat(32)}`],
    allow_commands: true,
    web_sites: ["https://docs.example.com"],
    max_run_cost: "1.00",
  },
  exclusions: ["/finance/"],
  models: ["claude-hub-a"],
} as const;
const rules = {
  ...strict,
  agent: {
    ...strict.agent,
    mcp_servers: [...strict.agent.mcp_servers],
    mcp_pins: [...strict.agent.mcp_pins],
    web_sites: [...strict.agent.web_sites],
  },
};

test("a policy without limits restricts no client", () => {
  expect(claudeCodePolicy(open)).toMatchObject({ content: { permissions: {} }, notExpressed: [] });
  expect(codexPolicy(open)).toMatchObject({ content: "\n", notExpressed: [] });
  expect(opencodePolicy(open)).toMatchObject({ content: { permission: {} }, notExpressed: [] });
});

test("Claude Code gets permissions, servers by identity, the sandbox and models", () => {
  const { content, notExpressed } = claudeCodePolicy(rules);
  expect(content).toEqual({
    availableModels: ["claude-hub-a"],
    permissions: {
      allow: ["WebFetch(domain:docs.example.com)"],
      deny: [
        "Read(//**/finance)",
        "Read(//**/finance/**)",
        "Edit(//**/finance)",
        "Edit(//**/finance/**)",
      ],
      disableBypassPermissionsMode: "disable",
    },
    allowedMcpServers: [
      { serverUrl: "https://mcp.example.com/*" },
      { serverUrl: "https://*.example.com/mcp" },
      { serverCommand: ["/usr/bin/tool", "--read"] },
      { serverCommand: ["npx", "-y", "@scope/name@1.2.3"] },
    ],
    allowManagedMcpServersOnly: true,
    sandbox: {
      autoAllowBashIfSandboxed: false,
      enabled: true,
      allowUnsandboxedCommands: false,
      filesystem: { denyRead: ["/**/finance", "/**/finance/**"] },
    },
  });
  expect(notExpressed).toEqual([
    "is_allowed: the hub refuses only runs of its own agents",
    "mcp_servers: npx:other@1.*",
    "mcp_servers: git (only a name)",
    "mcp_pins",
    "max_run_cost",
    "exclusions in Git's objects, and in commands where the sandbox is missing",
  ]);
});

test("Codex gets its requirements, and is told what they lack", () => {
  const { content, notExpressed } = codexPolicy(rules);
  expect(content).toBe(`allowed_approval_policies = ["untrusted","on-request"]
allowed_sandbox_modes = ["read-only","workspace-write"]

[mcp_servers]

[mcp_servers.https_mcp_example_com.identity]
url = "https://mcp.example.com"

[mcp_servers.command_usr_bin_tool_read.identity]
command = "/usr/bin/tool"

[mcp_servers.npx_scope_name_1_2_3.identity]
command = "npx"

[permissions.filesystem]
deny_read = ["~/**/finance","/workspaces/**/finance","~/**/finance/**","/workspaces/**/finance/**"]
`);
  expect(notExpressed).toContain("mcp_servers: https://*.example.com/mcp");
  expect(notExpressed).toContain("npx:@scope/name@1.2.3: its arguments, package and version");
  expect(notExpressed).toContain("https://mcp.example.com: its name must be https_mcp_example_com");
});

test("opencode gets permissions, and no server can be named for it", () => {
  const { content, notExpressed } = opencodePolicy(rules);
  expect(content).toMatchObject({
    enabled_providers: ["hub"],
    permission: {
      read: {
        "*": "allow",
        finance: "deny",
        "finance/*": "deny",
        "*/finance": "deny",
        "*/finance/*": "deny",
      },
      grep: "ask",
      bash: "ask",
    },
  });
  expect(notExpressed).toContain("mcp_servers: https://mcp.example.com");
  expect(notExpressed).toContain(
    "exclusions in other letter case, and in commands and searches, about which it asks: there is no sandbox",
  );
});

test("commands that are not allowed are denied in each client that has a word for it", () => {
  const none = { ...open, agent: { ...openProfileAgent, allow_commands: false, mcp_servers: [] } };
  expect(claudeCodePolicy(none).content).toMatchObject({
    permissions: { deny: ["Bash", "PowerShell"] },
    allowedMcpServers: [],
  });
  expect(opencodePolicy(none).content).toMatchObject({ permission: { bash: "deny" } });
  expect(codexPolicy(none).content).toContain("[mcp_servers]");
});

test("paths that are excluded alone are closed to Claude Code's commands, too", () => {
  const { content } = claudeCodePolicy({ ...open, exclusions: ["finance/"] });
  expect(content).toMatchObject({
    sandbox: {
      enabled: true,
      allowUnsandboxedCommands: false,
      filesystem: { denyRead: ["/**/finance", "/**/finance/**"] },
    },
  });
  expect(content).not.toHaveProperty("sandbox.autoAllowBashIfSandboxed");
});

test("servers whose names would be equal have tables of their own for Codex", () => {
  const mcp_servers = [
    "https://mcp.example.com/a",
    "https://mcp-example.com/a",
    "https://mcp.example.com/a",
    `https://${"long".repeat(20)}.example.com/1`,
    `https://${"long".repeat(20)}.example.com/2`,
  ];
  const { content, notExpressed } = codexPolicy({
    ...open,
    agent: { ...openProfileAgent, mcp_servers },
  });
  const tables = content.match(/^\[.*\.identity\]$/gmu) ?? [];
  expect(tables).toHaveLength(4);
  expect(new Set(tables).size).toBe(4);
  expect(content).toContain("[mcp_servers.https_mcp_example_com_a_2.identity]");
  expect(notExpressed).toContain(
    "https://mcp-example.com/a: its name must be https_mcp_example_com_a_2",
  );
});

test("any folders between two parts of a path may be no folder for opencode", () => {
  const { content } = opencodePolicy({ ...open, exclusions: ["a/**/b"] });
  expect(content).toMatchObject({ permission: { read: { "a/*b": "deny" } } });
});

test("a site that is no address is left out", () => {
  const agent = { ...openProfileAgent, web_sites: ["https://a:b:c", "https://ok.example.com"] };
  expect(claudeCodePolicy({ ...open, agent }).content).toMatchObject({
    permissions: { allow: ["WebFetch(domain:ok.example.com)"] },
  });
});
