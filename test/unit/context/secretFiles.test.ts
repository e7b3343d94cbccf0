import { expect, test } from "vitest";

import { isSecretFile } from "../../../src/context/secretFiles.ts";

test.each([
  ".env",
  "app/.env.production",
  "keys/server.pem",
  "C:\\Users\\ana\\.ssh\\config",
  ".ssh/id_ed25519",
  ".npmrc",
  "home/.aws/credentials",
  "infra/prod.tfvars",
  "gcp/service-account-key.json",
  "ID_RSA",
])("%s may hold secrets", (path) => {
  expect(isSecretFile(path)).toBe(true);
});

test.each([
  ".env.example",
  "src/environment.ts",
  "src/keyboard.ts",
  "docs/secrets.md",
  "package.json",
])("%s is an ordinary file", (path) => {
  expect(isSecretFile(path)).toBe(false);
});
