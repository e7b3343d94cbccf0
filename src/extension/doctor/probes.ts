/** The target of a connection, and its proxy if there is one. */
export interface ProbeTarget {
  /** Without brackets around an IPv6 address. */
  readonly host: string;
  readonly port: number;
  readonly proxy?: URL | undefined;
}

export interface ProbedCertificate {
  /** Common name, or organisation if there is none. Text from the network. */
  readonly subject: string;
  readonly issuer: string;
  /** Epoch milliseconds. */
  readonly validFrom: number;
  readonly validTo: number;
  readonly isSelfSigned: boolean;
  readonly fingerprint: string;
}

export interface ProbedTls {
  readonly protocol: string | undefined;
  /** The server's own certificate first, then its issuers as far as they are known. */
  readonly chain: readonly ProbedCertificate[];
  /** Node's error code if the editor does not trust the server; undefined if it does. */
  readonly problem: string | undefined;
  /** Whether the top of the chain is an authority that comes with Node. */
  readonly isPublic: boolean;
}

/**
 * Probes that need their own sockets; absent in an editor that runs in a browser. Every wait ends
 * when the signal is aborted.
 */
export interface NetworkProbes {
  /** Addresses of a host. Rejects with an error that has a `code`. */
  resolve(host: string, signal: AbortSignal): Promise<readonly string[]>;
  /**
   * Opens a connection, through the proxy if there is one, and closes it. Rejects with an error
   * that has a `code`.
   */
  connect(target: ProbeTarget, signal: AbortSignal): Promise<void>;
  /**
   * Does the TLS handshake and sends nothing more. An untrusted certificate is a result, not a
   * rejection.
   */
  shakeHands(target: ProbeTarget, signal: AbortSignal): Promise<ProbedTls>;
  /** Environment variables that name proxies and certificates. */
  environment(): Readonly<Record<string, string>>;
}
