import { execFile } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { deviceGrantType } from "../../../src/shared/hubApi/deviceGrant.ts";
import { approveDevice } from "../../support/approveDevice.ts";
import { chatBody, HubLab, type HubProcess } from "./hubProcess.ts";

const lab = new HubLab();
let hub: HubProcess;

beforeAll(async () => {
  await lab.build();
  hub = await lab.start(["--lab", "--data", join(lab.home, "sign-ins")]);
  const profile = await fetch(`${hub.url}/hub/admin/v1/profiles/profile_developers`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${hub.adminToken}` },
    body: JSON.stringify({ exclusions: ["secret/**"] }),
  });
  expect(profile.status).toBe(200);
});
afterAll(() => lab.dispose());

type Body = Readonly<Record<string, string>>;

async function bodyOf(answer: Promise<Response>): Promise<Body> {
  return (await (await answer).json()) as Body;
}

async function approve(code: string): Promise<void> {
  const { people } = hub as unknown as Pick<Parameters<typeof approveDevice>[0], "people">;
  expect((await approveDevice({ url: hub.url, people }, code)).status).toBe(200);
}

/** As Claude Code 2.1.332 does it: no `client_id`, paths from the metadata below the gateway's address. */
async function signInAtGateway(gateway: string): Promise<string> {
  const metadata = await bodyOf(fetch(`${gateway}/.well-known/oauth-authorization-server`));
  const post = (url = "", fields: Record<string, string> = {}): Promise<Body> => {
    expect(new URL(url).origin).toBe(new URL(gateway).origin);
    return bodyOf(
      fetch(url, {
        method: "POST",
        headers: { "user-agent": "claude-code/2.1.332" },
        body: new URLSearchParams(fields),
      }),
    );
  };
  const grant = await post(metadata["device_authorization_endpoint"]);
  await approve(grant["user_code"] ?? "");
  const fields = { grant_type: deviceGrantType, device_code: grant["device_code"] ?? "" };
  return (await post(metadata["token_endpoint"], fields))["access_token"] ?? "";
}

test("Claude Code signs in at the hub as its gateway, and gets settings with the person's models", async () => {
  const gateway = `${hub.url}/hub`;
  const authorization = `Bearer ${await signInAtGateway(gateway)}`;
  const get = (headers: Record<string, string>) =>
    fetch(`${gateway}/managed/settings`, { headers });
  expect((await get({})).status).toBe(401);
  const answer = await get({ authorization });
  const { settings, checksum } = (await answer.json()) as {
    settings: { model: string; availableModels: string[]; env: Body; permissions: object };
    checksum: string;
  };
  expect(settings.model).toBe("claude-hub-demo");
  expect(settings.availableModels).toContain("claude-hub-script-echo");
  expect(JSON.stringify(settings.permissions)).toContain("Read(//**/secret/**)");
  expect(settings.env).toEqual({
    ANTHROPIC_DEFAULT_HAIKU_MODEL: "claude-hub-demo",
    ANTHROPIC_DEFAULT_OPUS_MODEL: "claude-hub-demo",
    ANTHROPIC_DEFAULT_SONNET_MODEL: "claude-hub-demo",
    ANTHROPIC_CUSTOM_HEADERS: "X-Hub-App: claude-code",
  });
  const etag = answer.headers.get("etag") ?? "";
  expect(etag).toBe(`"${checksum}"`);
  const same = await get({ authorization, "if-none-match": etag });
  expect([same.status, await same.text()]).toEqual([304, ""]);
  const asked = await fetch(`${gateway}/v1/messages`, {
    ...chatBody(settings.model, "hello", { max_tokens: 100 }),
    headers: { authorization, "content-type": "application/json" },
  });
  expect(asked.status).toBe(200);
});

test("opencode signs in by the command that the hub names, and reads its models from the hub", async () => {
  const { auth, remote_config: remote } = (await (
    await fetch(`${hub.url}/.well-known/opencode`)
  ).json()) as {
    auth: { command: readonly string[]; env: string };
    remote_config: { url: string; headers: Body };
  };
  const [, ...args] = auth.command;
  const child = execFile(process.execPath, args);
  let [printed, token] = ["", ""];
  child.stdout?.on("data", (text: string) => (token += text));
  child.stderr?.on("data", (text: string) => (printed += text));
  await expect.poll(() => printed).toContain(`${hub.url}/hub/console/device`);
  await approve(/approve ([A-Z-]{9})/u.exec(printed)?.[1] ?? "");
  expect(await once(child, "close")).toEqual([0, null]);

  const authorization = remote.headers["authorization"]?.replace(`{env:${auth.env}}`, token) ?? "";
  expect((await fetch(remote.url)).status).toBe(401);
  const config: unknown = await bodyOf(fetch(remote.url, { headers: { authorization } }));
  expect(config).toMatchObject({
    model: "hub/hub-demo",
    permission: { read: { "*/secret/*": "deny" } },
    provider: {
      hub: {
        options: { baseURL: `${hub.url}/hub/v1`, apiKey: `{env:${auth.env}}` },
        models: { "hub-demo": {}, "hub-script-echo": {} },
      },
    },
  });
  expect(JSON.stringify(config)).not.toContain("hub-hash-512");
  const { headers } = chatBody("hub-demo", "hello");
  const asked = await fetch(`${hub.url}/hub/v1/chat/completions`, {
    ...chatBody("hub-demo", "hello"),
    headers: { ...headers, authorization },
  });
  expect(asked.status).toBe(200);
});
