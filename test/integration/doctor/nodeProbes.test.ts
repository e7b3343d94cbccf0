import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, type Server as TlsServer } from "node:tls";

import { afterAll, beforeAll, expect, test } from "vitest";

import { nodeProbes } from "../../../src/extension/doctor/nodeProbes.ts";

/** Certificates are made for the occasion: none of them, and no key, is kept anywhere. */
let folder: string;
let selfSigned: TlsServer;
let plain: Server;
let proxy: Server;
const tunnels: { readonly authority: string; readonly credentials: string | undefined }[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ai-hub-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const kind = "-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30";
  const names = ["-keyout", key, "-out", cert, "-subj", "/CN=localhost/O=Example"];
  execFileSync("openssl", ["req", ...kind.split(" "), ...names]);
  selfSigned = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) => {
    socket.on("error", () => undefined);
  });
  selfSigned.on("tlsClientError", () => undefined);
  plain = createHttpServer((_request, response) => response.end("plain"));
  proxy = createHttpServer();
  proxy.on("connect", (request, socket) => {
    const authority = request.url ?? "";
    tunnels.push({ authority, credentials: request.headers["proxy-authorization"] });
    socket.on("error", () => undefined);
    if (authority.startsWith("forbidden")) {
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
      return;
    }
    const target = connect(Number(authority.split(":")[1]), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      target.pipe(socket).pipe(target);
    });
    target.on("error", () => socket.destroy());
  });
  await Promise.all([listen(selfSigned), listen(plain), listen(proxy)]);
});

afterAll(() => {
  selfSigned.close();
  plain.close();
  proxy.close();
  rmSync(folder, { recursive: true, force: true });
});

function listen(server: Server | TlsServer): Promise<void> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
}

const portOf = (server: Server | TlsServer): number => (server.address() as AddressInfo).port;
const signal = (): AbortSignal => AbortSignal.timeout(5000);

test("the certificate of a server that nobody vouches for is read, and the connection is not trusted", async () => {
  const target = { host: "localhost", port: portOf(selfSigned) };
  const tls = await nodeProbes.shakeHands(target, signal());
  expect(tls).toMatchObject({
    problem: "DEPTH_ZERO_SELF_SIGNED_CERT",
    isPublic: false,
    chain: [{ subject: "localhost", issuer: "localhost", isSelfSigned: true }],
  });
  expect(tls.protocol).toMatch(/^TLSv1\.[23]$/u);
  expect(tls.chain[0]?.validTo).toBeGreaterThan(Date.now());
});

test("a port that does not speak TLS shows no certificate", async () => {
  const tls = await nodeProbes.shakeHands({ host: "127.0.0.1", port: portOf(plain) }, signal());
  expect([tls.chain, tls.problem]).toEqual([[], expect.stringMatching(/SSL|EPROTO|TLS/u)]);
});

test("a connection is tried directly, and a closed port is named", async () => {
  const closed = createHttpServer();
  await listen(closed);
  const port = portOf(closed);
  await new Promise((resolve) => {
    closed.close(resolve);
  });
  await nodeProbes.connect({ host: "127.0.0.1", port: portOf(plain) }, signal());
  await expect(nodeProbes.connect({ host: "127.0.0.1", port }, signal())).rejects.toMatchObject({
    code: "ECONNREFUSED",
  });
});

test("through a proxy the handshake is with the hub, and the proxy gets its own credentials only", async () => {
  const address = new URL(`http://ana:s%40cret@127.0.0.1:${portOf(proxy)}`);
  const port = portOf(selfSigned);
  const tls = await nodeProbes.shakeHands({ host: "localhost", port, proxy: address }, signal());
  expect(tls.chain[0]?.subject).toBe("localhost");
  expect(tunnels).toEqual([
    { authority: `localhost:${port}`, credentials: `Basic ${btoa("ana:s@cret")}` },
  ]);
});

test("a proxy that refuses is told from a server that does", async () => {
  const address = new URL(`http://127.0.0.1:${portOf(proxy)}`);
  const target = { host: "forbidden.example.com", port: 443, proxy: address };
  await expect(nodeProbes.connect(target, signal())).rejects.toMatchObject({ code: "PROXY_407" });
});

test("names are looked up, and one that nobody knows is named", async () => {
  expect(await nodeProbes.resolve("127.0.0.1", signal())).toEqual(["127.0.0.1"]);
  await expect(nodeProbes.resolve("hub.invalid", signal())).rejects.toHaveProperty("code");
});
