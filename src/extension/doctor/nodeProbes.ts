import { X509Certificate } from "node:crypto";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import {
  connect as connectTls,
  type DetailedPeerCertificate,
  rootCertificates,
  type TLSSocket,
} from "node:tls";

import { codeOf } from "../../shared/base/errorCode.ts";
import { orAborted } from "../../shared/base/waiting.ts";
import type { NetworkProbes, ProbedCertificate, ProbedTls, ProbeTarget } from "./probes.ts";

const proxyVariables = [
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "ALL_PROXY",
  "NO_PROXY",
  "NODE_EXTRA_CA_CERTS",
  "NODE_TLS_REJECT_UNAUTHORIZED",
  "SSL_CERT_FILE",
];

const maxProxyAnswer = 16 * 1024;
const maxChain = 10;

export const nodeProbes: NetworkProbes = {
  async resolve(host, signal) {
    const found = await orAborted(lookup(host, { all: true }), signal);
    return found.map(({ address }) => address);
  },
  async connect(target, signal) {
    const socket = await openSocket(target, signal);
    socket.destroy();
  },
  async shakeHands(target, signal) {
    const socket = await openSocket(target, signal);
    try {
      return await readTls(socket, target.host, signal);
    } finally {
      socket.destroy();
    }
  },
  environment() {
    const entries = proxyVariables.flatMap((name) =>
      [name, name.toLowerCase()].flatMap((spelling) => {
        const value = process.env[spelling];
        return value === undefined ? [] : [[spelling, value] as const];
      }),
    );
    return Object.fromEntries(entries);
  },
};

async function openSocket(
  { host, port, proxy }: ProbeTarget,
  signal: AbortSignal,
): Promise<Socket> {
  if (!proxy) {
    return await connectSocket(host, port, signal);
  }
  const isSecure = proxy.protocol === "https:";
  const proxyHost = proxy.hostname.replaceAll(/^\[|\]$/gu, "");
  const proxyPort = proxy.port === "" ? (isSecure ? 443 : 80) : Number(proxy.port);
  const plain = await connectSocket(proxyHost, proxyPort, signal);
  const socket = isSecure ? connectTls({ socket: plain, servername: proxyHost }) : plain;
  try {
    await openTunnel(socket, { host, port, proxy }, signal);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function connectSocket(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host, port });
  try {
    await once(socket, "connect", { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Opens a tunnel with `CONNECT` (RFC 9110 §9.3.6); sends credentials in the proxy's address to that proxy only. */
async function openTunnel(
  socket: Socket,
  { host, port, proxy }: ProbeTarget,
  signal: AbortSignal,
): Promise<void> {
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const credentials =
    proxy !== undefined && proxy.username !== ""
      ? `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`
      : undefined;
  const lines = [
    `CONNECT ${authority} HTTP/1.1`,
    `Host: ${authority}`,
    ...(credentials === undefined
      ? []
      : [`Proxy-Authorization: Basic ${Buffer.from(credentials).toString("base64")}`]),
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  const status = /^HTTP\/1\.\d (\d{3})/u.exec(await readHead(socket, signal))?.[1];
  if (status?.startsWith("2") !== true) {
    throw Object.assign(new Error("The proxy opened no tunnel"), {
      code: `PROXY_${status ?? "NO_ANSWER"}`,
    });
  }
}

async function readHead(socket: Socket, signal: AbortSignal): Promise<string> {
  let head = "";
  while (!head.includes("\r\n\r\n") && head.length < maxProxyAnswer) {
    const [piece] = (await Promise.race([
      once(socket, "data", { signal }),
      once(socket, "end", { signal }).then(() => []),
    ])) as readonly unknown[];
    if (!(piece instanceof Buffer)) {
      break;
    }
    head += piece.toString("latin1");
  }
  return head;
}

/** Reads the certificates on `secure`, before Node rejects an untrusted server. */
async function readTls(plain: Socket, host: string, signal: AbortSignal): Promise<ProbedTls> {
  const socket = connectTls({ socket: plain, ...(isIP(host) === 0 && { servername: host }), host });
  let chain: readonly ProbedCertificate[] = [];
  let protocol: string | null = null;
  socket.prependListener("secure", () => {
    chain = chainOf(socket);
    protocol = socket.getProtocol();
  });
  let problem: string | undefined;
  try {
    await once(socket, "secureConnect", { signal });
  } catch (error) {
    signal.throwIfAborted();
    problem = codeOf(error) ?? "ERR_TLS";
  } finally {
    socket.destroy();
  }
  return { protocol: protocol ?? undefined, chain, problem, isPublic: isPublicChain(chain) };
}

function chainOf(socket: TLSSocket): readonly ProbedCertificate[] {
  const chain: ProbedCertificate[] = [];
  // Node returns an empty object if there is no certificate.
  let next: Partial<DetailedPeerCertificate> | undefined = socket.getPeerCertificate(true);
  while (next?.raw && chain.length < maxChain) {
    const fingerprint: string = next.fingerprint256 ?? "";
    const issuer: DetailedPeerCertificate | undefined = next.issuerCertificate;
    const subject = nameOf(next.subject);
    chain.push({
      subject,
      issuer: nameOf(next.issuer),
      validFrom: Date.parse(next.valid_from ?? ""),
      validTo: Date.parse(next.valid_to ?? ""),
      isSelfSigned: JSON.stringify(next.subject) === JSON.stringify(next.issuer),
      fingerprint,
    });
    next = issuer?.fingerprint256 === fingerprint ? undefined : issuer;
  }
  return chain;
}

function nameOf(name: DetailedPeerCertificate["subject"] | undefined): string {
  const text = name?.CN ?? name?.O ?? "";
  return (Array.isArray(text) ? text.join(", ") : text).slice(0, 200);
}

let publicRoots: ReadonlySet<string> | undefined;

/** Whether the topmost issuer has the name of an authority included in Node. */
function isPublicChain(chain: readonly ProbedCertificate[]): boolean {
  const top = chain.at(-1);
  publicRoots ??= new Set(
    rootCertificates.map((pem) => {
      const { subject } = new X509Certificate(pem);
      return /(?:^|\n)CN=(.+)/u.exec(subject)?.[1] ?? /(?:^|\n)O=(.+)/u.exec(subject)?.[1] ?? "";
    }),
  );
  return top !== undefined && publicRoots.has(top.issuer);
}
