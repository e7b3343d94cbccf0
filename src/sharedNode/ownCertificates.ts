import * as tls from "node:tls";

import { regularText } from "./regularFile.ts";

const maxBytes = 1024 * 1024;

/**
 * Trusts the organisation's certificates (PEM) beside the usual ones, for all later connections of this process. A Node
 * before 22.19 takes them from `NODE_EXTRA_CA_CERTS` alone. False if the file cannot be used.
 */
export function trustCertificates(path: string): boolean {
  try {
    const own = regularText(path, maxBytes, true) ?? "";
    tls.createSecureContext({ ca: own });
    const isPem = own.includes("-----BEGIN CERTIFICATE-----");
    if (isPem && "setDefaultCACertificates" in tls) {
      tls.setDefaultCACertificates([...tls.getCACertificates("default"), own]);
    }
    return isPem;
  } catch {
    // No certificate.
    return false;
  }
}
