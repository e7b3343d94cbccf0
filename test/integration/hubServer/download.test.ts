import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { connectPage } from "../../../src/hubServer/pages/connectPage.ts";
import { HubLab } from "./hubProcess.ts";

const lab = new HubLab();

beforeAll(() => lab.build());
afterAll(() => lab.dispose());

test("the extension's package beside the program can be downloaded, without a token", async () => {
  const files = join(lab.home, "package", "vscode-extension");
  mkdirSync(files, { recursive: true });
  writeFileSync(join(lab.home, "package", "vscode-extension.zip"), "zip");
  const manifest = '{"name":"ai-hub","version":"0.3.0"}';
  writeFileSync(join(files, "package.json"), manifest);
  writeFileSync(join(lab.home, "package", "SHA256SUMS"), "digests");
  writeFileSync(join(lab.home, "package", "key.pem"), "not released");
  const hub = await lab.start(["--lab", "--data", join(lab.home, "download")]);
  const zip = await fetch(`${hub.url}/vscode-extension.zip`);
  expect([zip.headers.get("content-type"), await zip.text()]).toEqual(["application/zip", "zip"]);
  const head = await fetch(`${hub.url}/vscode-extension.zip`, { method: "HEAD" });
  expect([head.headers.get("content-length"), await head.text()]).toEqual(["3", ""]);
  expect(await (await fetch(`${hub.url}/vscode-extension/package.json`)).text()).toBe(manifest);
  expect(await (await fetch(`${hub.url}/vscode-extension.json`)).json()).toEqual({
    version: "0.3.0",
    file: "vscode-extension.zip",
    size: 3,
    sha256: createHash("sha256").update("zip").digest("hex"),
  });
  writeFileSync(join(lab.home, "THIRD-PARTY-NOTICES.txt"), "notices");
  const notices = await fetch(`${hub.url}/third-party-notices.txt`);
  expect([notices.headers.get("content-type"), await notices.text()]).toEqual([
    "text/plain; charset=utf-8",
    "notices",
  ]);
  const page = await fetch(`${hub.url}/vscode-extension`);
  const text = await page.text();
  expect(text).toContain("<code>aihub.ai-hub-0.3.0</code>");
  expect(text).toContain("Reload Window");
  expect(text).toContain("<code>aihub.ai-hub-0.3.0-2</code>");
  expect(text).toContain('href="/release/SHA256SUMS"');
  expect(text).not.toContain("key.pem");
  expect(await (await fetch(`${hub.url}/release/SHA256SUMS`)).text()).toBe("digests");
  for (const name of ["SHA256SUMS.sig", "key.pem", "..%2Fhub.mjs", ""]) {
    expect([name, (await fetch(`${hub.url}/release/${name}`)).status]).toEqual([name, 404]);
  }
  const headers = { "accept-language": "pt-BR,pt;q=0.9" };
  const translated = await (await fetch(`${hub.url}/vscode-extension`, { headers })).text();
  expect(translated).toContain("Baixar o AI Hub 0.3.0");
  expect((await fetch(`${hub.url}/vscode-extension/none`)).status).toBe(404);
  expect((await fetch(`${hub.url}/vscode-extension/`)).status).toBe(404);
  hub.child.kill("SIGTERM");
  await hub.ended;
});

test("the page for a new person names this hub's own address, and nothing of a hostile request", async () => {
  const hub = await lab.start(["--lab", "--data", join(lab.home, "connect")]);
  const page = await fetch(`${hub.url}/connect`);
  const text = await page.text();
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(text).toContain(
    `href="vscode://aihub.ai-hub/connect?hub=${encodeURIComponent(hub.url)}"`.replaceAll(
      "&",
      "&#38;",
    ),
  );
  expect(text).toContain(`"forceLoginGatewayUrl": "${hub.url}/hub"`);
  expect(text).toContain(`opencode auth login ${hub.url}<`);
  expect(text).not.toContain("<script");
  expect(connectPage(`https://a"><script>alert(1)</script>`).body).not.toContain("<script");
  hub.child.kill("SIGTERM");
  await hub.ended;
});
