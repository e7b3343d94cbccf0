import { afterAll, expect, test } from "vitest";

import { challengeOf } from "../../../src/agentNode/mcpClient/mcpChallenge.ts";
import { guardedFetch } from "../../../src/agentNode/mcpClient/mcpFetch.ts";
import type { SecretStore } from "../../../src/agentNode/mcpClient/mcpOauth.ts";
import { approveAll, callTool, McpLab } from "./mcpLab.ts";
import { closeHosts, SignInHost } from "./signInHost.ts";

const lab = new McpLab();
afterAll(async () => {
  await lab.dispose();
  closeHosts();
});

function memory(): SecretStore & { readonly all: Map<string, string> } {
  const all = new Map<string, string>();
  return {
    all,
    get: (key) => Promise.resolve(all.get(key)),
    store: (key, value) => {
      all.set(key, value);
      return Promise.resolve();
    },
  };
}

const { signal } = approveAll;
const approve = (): Promise<boolean> => Promise.resolve(true);

test("two windows ask for one new token between them, and both go on", async () => {
  const host = new SignInHost();
  await host.start();
  const store = memory();
  const config = { cloud: { url: `${host.url}/mcp` } };
  const window = (): ReturnType<McpLab["window"]> =>
    lab.window(config, { signIn: { folder: lab.home, secrets: store } });
  const [one, other] = [window(), window()];
  await one.tools(approveAll);
  expect(one.states()[0]?.problem).toBe("It wants you to sign in.");
  await one.signIn("cloud", approve, (url) => host.visit(url), signal);
  const first = await one.tools(approveAll);
  const second = await other.tools(approveAll);
  host.expire();
  const results = await Promise.all(
    [first, second].map(async (tools) => callTool(tools, "mcp_cloud_act")),
  );
  expect(results).toEqual(["done", "done"]);
  expect(host.asked).toEqual([
    "wrong state 404",
    `authorization_code good for ${host.url}/mcp`,
    `refresh_token good for ${host.url}/mcp`,
  ]);
  expect([...store.all.keys()]).toEqual([`aiHub.mcp.oauth.${host.url}/mcp`]);
});

test("a sign-in asks for a start that is not approved, and goes no further without it", async () => {
  const host = new SignInHost();
  await host.start();
  const clients = lab.window(
    { unasked: { url: `${host.url}/mcp` } },
    { signIn: { folder: lab.home, secrets: memory() } },
  );
  await clients.refresh();
  const asked: string[] = [];
  const refuse = ({ title }: { readonly title: string }): Promise<boolean> => {
    asked.push(title);
    return Promise.resolve(false);
  };
  await clients.signIn("unasked", refuse, (url) => host.visit(url), signal);
  expect(asked).toEqual(["Connect to the MCP server unasked"]);
  expect(host.asked).toEqual([]);
  expect(await clients.tools({ signal })).toEqual([]);
  expect(clients.states()[0]?.state).toBe("waiting");
});

test("metadata that names another issuer is refused, and no browser opens", async () => {
  const host = new SignInHost();
  await host.start();
  host.issuer = "https://other.example";
  const clients = lab.window(
    { strange: { url: `${host.url}/mcp` } },
    { signIn: { folder: lab.home, secrets: memory() } },
  );
  await clients.tools(approveAll);
  const opened: URL[] = [];
  const open = (url: URL): Promise<void> => {
    opened.push(url);
    return Promise.resolve();
  };
  await expect(clients.signIn("strange", approve, open, signal)).rejects.toThrow();
  expect(opened).toEqual([]);
});

test("the sign-in begins with what the refusal says of metadata and scope", async () => {
  const host = new SignInHost();
  await host.start();
  host.metadataPath = "/odd/metadata";
  host.refusal = `Bearer error="invalid_token", resource_metadata="${host.url}/odd/metadata", scope="read write"`;
  const clients = lab.window(
    { odd: { url: `${host.url}/mcp` } },
    { signIn: { folder: lab.home, secrets: memory() } },
  );
  await clients.tools(approveAll);
  const scopes: (string | null)[] = [];
  const open = async (url: URL): Promise<void> => {
    scopes.push(url.searchParams.get("scope"));
    await host.visit(url);
  };
  await clients.signIn("odd", approve, open, signal);
  expect(await callTool(await clients.tools(approveAll), "mcp_odd_act")).toBe("done");
  expect(scopes).toEqual(["read write"]);
  expect(host.asked.at(-1)).toBe(`authorization_code good for ${host.url}/mcp`);
});

test.each([
  ["no address", { resource_metadata: "odd" }],
  ["a file", { resource_metadata: "file:///etc/passwd" }],
  ["plain HTTP", { resource_metadata: "http://example.com/x" }],
  ["a password", { resource_metadata: "https://a:b@example.com/x" }],
  ["a long address", { resource_metadata: `https://example.com/${"x".repeat(3_000)}` }],
  ["a scope with other letters", { scope: "a\u{e9}" }],
])("a refusal that names %s is set aside", (_name, fields) => {
  const said = Object.entries(fields).map(([name, value]) => `${name}="${value}"`);
  const headers = { "WWW-Authenticate": `Bearer ${said.join(", ")}` };
  expect(challengeOf(new Response(null, { status: 401, headers }))).toEqual({});
});

test("a server elsewhere cannot have this machine asked", async () => {
  const asked: string[] = [];
  const fetch = guardedFetch({
    url: new URL("https://mcp.example.com/mcp"),
    headers: {},
    fetch: (address) => {
      asked.push(new Request(address).url);
      return Promise.resolve(Response.json({}));
    },
  });
  await expect(fetch("http://127.0.0.1:8787/x")).rejects.toThrow("Nothing is sent to");
  await expect(fetch("https://localhost/x")).rejects.toThrow("Nothing is sent to");
  await fetch("https://sign-in.example.com/x");
  expect(asked).toEqual(["https://sign-in.example.com/x"]);
});
