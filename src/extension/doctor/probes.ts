export interface ProbeTarget {
  /** IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  readonly proxy?: URL | undefined;
}

export interface ProbedCertificate {
  readonly subject: string;
  readonly issuer: string;
  readonly validFrom: number;
  readonly validTo: number;
  readonly isSelfSigned: boolean;
  readonly fingerprint: string;
}

export interface ProbedTls {
  readonly protocol: string | undefined;
  readonly chain: readonly ProbedCertificate[];
  readonly problem: string | undefined;
  readonly isPublic: boolean;
}

/** Probes that need sockets; absent in a browser. Every wait ends when the signal is aborted. */
export interface NetworkProbes {
  resolve(host: string, signal: AbortSignal): Promise<readonly string[]>;
  connect(target: ProbeTarget, signal: AbortSignal): Promise<void>;
  /** Performs only the TLS handshake. An untrusted certificate is a result, not a rejection. */
  shakeHands(target: ProbeTarget, signal: AbortSignal): Promise<ProbedTls>;
  environment(): Readonly<Record<string, string>>;
}
