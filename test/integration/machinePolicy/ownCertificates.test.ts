import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, expect, test } from "vitest";

import { root } from "../../../scripts/paths.ts";
import { readMachinePolicy } from "../../../src/sharedNode/machinePolicy.ts";

const folder = mkdtempSync(join(tmpdir(), "ai-hub-ca-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("certificates of the machine's file are trusted by the requests of a program", async () => {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const made = ["-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "2"];
  execFileSync("openssl", ["req", "-x509", ...made, ...subject], { stdio: "ignore" });
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, answer) =>
    answer.end("there"),
  );
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has a port
  const { port } = server.address() as AddressInfo;
  const module = JSON.stringify(join(root, "src/sharedNode/ownCertificates.ts"));
  const ask = `await fetch("https://127.0.0.1:${port}").then((one) => one.text(), () => "refused")`;
  const script = `const { trustCertificates } = await import(${module});
    const before = ${ask};
    const isTrusted = trustCertificates(${JSON.stringify(cert)});
    console.log(before, isTrusted, ${ask});`;
  const args = ["--no-warnings", "--input-type=module", "-e", script];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout.trim()).toBe("refused true there");
  server.close();
});

test.runIf(process.platform !== "win32").each(["missing.pem", "text.pem"])(
  "a file of rules whose certificates cannot be used closes everything: %s",
  (name) => {
    writeFileSync(join(folder, "text.pem"), "no certificate");
    const path = join(folder, "policy.json");
    writeFileSync(path, JSON.stringify({ version: 1, ca: join(folder, name) }), { mode: 0o644 });
    expect(readMachinePolicy(path, process.getuid?.() ?? 0)).toEqual({
      state: "broken",
      path,
      reason: 'The certificates of "ca" cannot be used.',
    });
  },
);
