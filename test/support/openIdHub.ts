import { once } from "node:events";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

import { OpenIdProvider } from "../integration/admin/openIdProvider.ts";

/** The flags of a hub whose people sign in at the provider; its configuration is in the folder. */
export async function openIdFlags(
  provider: OpenIdProvider,
  folder: string,
): Promise<readonly string[]> {
  const port = await freePort();
  const [config, secret] = [join(folder, "hub.yaml"), join(folder, "secret")];
  const openid = {
    name: "Example",
    issuer: provider.issuer,
    client_id: OpenIdProvider.clientId,
    client_secret_file: secret,
    public_url: `http://127.0.0.1:${port}`,
    creates_users: true,
  };
  writeFileSync(secret, OpenIdProvider.clientSecret, { mode: 0o600 });
  writeFileSync(config, JSON.stringify({ openid }), { mode: 0o600 });
  return ["--config", config, "--port", String(port)];
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

/** Every file below a folder that contains the text. */
export function filesWith(text: string, folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    .filter((path) => readFileSync(path).includes(text));
}
