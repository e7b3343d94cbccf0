/**
 * A message to a hub that is far away, behind a proxy that speaks TLS: from the call to the first byte of the answer, after a
 * pause. The client is ours with Node's own `fetch`, which the editor's extension host has, too. A wire that delays each byte,
 * and each new connection by the way there and back of its first packets, stands for the network. Takes about two minutes.
 * Needs `npm run build`.
 */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { setDefaultCACertificates } from "node:tls";

import { type LabHub, startLabHub } from "../scripts/labHub.ts";
import { HubClient } from "../src/hub/calls/hubClient.ts";
import { systemClock } from "../src/shared/base/clock.ts";

const oneWayMs = 50;
const messages = Number(process.env["AI_HUB_BENCH_REQUESTS"] ?? 5);
const pauses = [1_000, 6_000, 15_000];

interface Path {
  readonly name: string;
  readonly client: HubClient;
  readonly connections: () => number;
}

interface Certificate {
  readonly key: Buffer;
  readonly cert: Buffer;
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ai-hub-handshake-"));
  const hub = await startLabHub({
    log: join(folder, "hub.log"),
    env: { AI_HUB_HOME: folder },
  });
  try {
    const certificate = makeCertificate(folder);
    setDefaultCACertificates([certificate.cert]);
    const paths = [
      await pathTo(hub, certificate, "as nginx answers unless told otherwise", undefined),
      await pathTo(hub, certificate, "with Keep-Alive: timeout=75", "timeout=75"),
    ];
    const rows = await Promise.all(paths.map(measure));
    console.table(Object.assign({}, ...rows.flat()));
    console.log(`Load of the machine at the end: ${loadavg()[0]?.toFixed(1)}`);
  } finally {
    await hub.process.end();
    rmSync(folder, { recursive: true, force: true });
  }
  // Connections that are kept would keep this process.
  process.exit(0);
}

function makeCertificate(folder: string): Certificate {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const kind = "-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2";
  const names = ["-keyout", key, "-out", cert, "-subj", "/CN=localhost"];
  const more = ["-addext", "subjectAltName=DNS:localhost"];
  execFileSync("openssl", ["req", ...kind.split(" "), ...names, ...more], { stdio: "ignore" });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

async function pathTo(
  hub: LabHub,
  certificate: Certificate,
  name: string,
  keepAlive: string | undefined,
): Promise<Path> {
  const tls = await listening(tlsProxy(hub.url, certificate, keepAlive));
  let connections = 0;
  const wire = createServer((socket) => {
    connections += 1;
    delayed(socket, connect(portOf(tls), "127.0.0.1"));
  });
  await listening(wire);
  const client = new HubClient({
    baseUrl: `https://localhost:${portOf(wire)}`,
    token: () => Promise.resolve(hub.token),
    fetch: globalThis.fetch,
    clock: systemClock,
    random: Math.random,
  });
  return { name, client, connections: () => connections };
}

/** Speaks TLS to the client and passes everything on to the hub; keeps idle connections for 75 seconds. */
function tlsProxy(hubUrl: string, certificate: Certificate, keepAlive: string | undefined): Server {
  const agent = new Agent({ keepAlive: true });
  const server = createTlsServer(
    { ...certificate, keepAliveTimeout: 75_000 },
    (incoming, outgoing) => {
      const { method, headers, url = "" } = incoming;
      const forwarded = request(
        hubUrl + url,
        { method, headers: { ...headers, host: new URL(hubUrl).host }, agent },
        (answer) => {
          const { connection: _, "keep-alive": __, ...rest } = answer.headers;
          outgoing.writeHead(answer.statusCode ?? 502, {
            ...rest,
            connection: "keep-alive",
            ...(keepAlive !== undefined && { "keep-alive": keepAlive }),
          });
          answer.pipe(outgoing);
        },
      );
      incoming.pipe(forwarded);
    },
  );
  return server;
}

/** The client's first packets wait for what opening a connection takes: once there and back. */
function delayed(client: Socket, server: Socket): void {
  const openAt = performance.now() + 2 * oneWayMs;
  const pass = (from: Socket, to: Socket): void => {
    from.setNoDelay(true);
    from.on("data", (bytes: Buffer) => {
      setTimeout(() => to.write(bytes), Math.max(openAt - performance.now(), 0) + oneWayMs);
    });
    from.on("end", () => setTimeout(() => to.end(), oneWayMs));
    from.on("error", () => to.destroy());
  };
  pass(client, server);
  pass(server, client);
}

async function measure({ name, client, connections }: Path): Promise<readonly object[]> {
  const rows: object[] = [];
  for (const pauseMs of pauses) {
    const before = connections();
    const times: number[] = [];
    for (let message = 0; message < messages; message += 1) {
      await delay(pauseMs);
      times.push(await firstByteMs(client));
    }
    rows.push({
      [`${name}; ${pauseMs / 1_000} s after the last answer`]: {
        "first byte, median ms": median(times).toFixed(0),
        connections: connections() - before,
        messages,
      },
    });
  }
  return rows;
}

async function firstByteMs(client: HubClient): Promise<number> {
  const start = performance.now();
  let first = Number.NaN;
  const answer = client.streamChat(
    { model: "hub-script-echo", messages: [{ role: "user", content: "Hello" }] },
    { signal: new AbortController().signal, idempotencyKey: randomUUID() },
  );
  for await (const _ of answer) {
    first = Number.isNaN(first) ? performance.now() - start : first;
  }
  return first;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function listening(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return server;
}

function portOf(server: Server): number {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  return (server.address() as AddressInfo).port;
}

await main();
