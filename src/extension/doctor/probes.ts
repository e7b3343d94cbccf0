/** Where a connection goes, and through which proxy if through one. */
export interface ProbeTarget {
  /** Without brackets around an IPv6 address. */
  readonly host: string;
  readonly port: number;
  readonly proxy?: URL | undefined;
}

export interface ProbedCertificate {
  /** Common name, or organisation where there is none. Text from the network. */
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
  /** From the server's own certificate upwards, as far as it is known. */
  readonly chain: readonly ProbedCertificate[];
  /** Why the editor does not trust it, as Node names it; undefined if it does. */
  readonly problem: string | undefined;
  /** Whether the top of the chain is an authority that Node itself knows. */
  readonly isPublic: boolean;
}

/** What needs sockets of its own: absent in an editor that runs in a browser. Every wait ends with the signal. */
export interface NetworkProbes {
  /** Addresses of a host. Rejects with an error that has a `code`. */
  resolve(host: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Opens a connection, through the proxy if there is one, and closes it. Rejects with a `code`. */
  connect(target: ProbeTarget, signal: AbortSignal): Promise<void>;
  /** Shakes hands; a certificate that is not trusted is a result, not a rejection. Nothing is sent. */
  shakeHands(target: ProbeTarget, signal: AbortSignal): Promise<ProbedTls>;
  /** Variables of the process that name proxies and certificates. */
  environment(): Readonly<Record<string, string>>;
}
