import type { ProbedTls } from "./probes.ts";
import type { Translate } from "./translate.ts";

const dayMs = 86_400_000;

const inspectors =
  /zscaler|netskope|forti(?:net|gate)|palo ?alto|blue ?coat|mcafee|kaspersky|avast|bitdefender|sophos|check ?point|forcepoint|umbrella|cloudflare gateway|squid|mitmproxy|charles proxy|fiddler|portswigger/iu;

export function tlsAdvice(tls: ProbedTls, now: number, l10n: Translate): readonly string[] {
  return [
    ...trustLines(tls, l10n),
    ...inspectorLines(tls, l10n),
    ...(tls.problem === undefined ? [] : problemLines(tls.problem, l10n)),
    ...expiryLines(tls, now, l10n),
  ];
}

function trustLines({ problem, isPublic, chain }: ProbedTls, l10n: Translate): readonly string[] {
  const top = chain.at(-1);
  if (!top) {
    return [l10n.t("The server showed no certificate: it may not speak TLS on this port.")];
  }
  if (chain.length === 1 && top.isSelfSigned) {
    return [l10n.t("The server signed its own certificate (self-signed).")];
  }
  if (isPublic) {
    return [l10n.t("A public authority issued the certificate.")];
  }
  return problem === undefined
    ? [
        l10n.t(
          "A private authority that this machine trusts issued the certificate. This is usual for companies and for proxies that inspect connections.",
        ),
      ]
    : [l10n.t("A private authority that this editor does not trust issued the certificate.")];
}

function inspectorLines({ chain }: ProbedTls, l10n: Translate): readonly string[] {
  const found = chain
    .flatMap(({ subject, issuer }) => [subject, issuer])
    .map((name) => inspectors.exec(name)?.[0])
    .find((name) => name !== undefined);
  return found === undefined
    ? []
    : [l10n.t("A product that inspects connections issued the certificate ({0}).", found)];
}

function problemLines(problem: string, l10n: Translate): readonly string[] {
  const advice = (): string => {
    switch (problem) {
      case "SELF_SIGNED_CERT_IN_CHAIN":
      case "DEPTH_ZERO_SELF_SIGNED_CERT":
      case "UNABLE_TO_GET_ISSUER_CERT":
      case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
        return l10n.t(
          "Install your company's root certificate in the system's certificate store; the editor takes it from there (`http.systemCertificates`). Never turn the check off.",
        );
      case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
        return l10n.t(
          "The server does not send the certificates between its own and the authority's. Its administrator has to add them.",
        );
      case "CERT_HAS_EXPIRED":
        return l10n.t("The certificate has expired. The hub's administrator has to renew it.");
      case "CERT_NOT_YET_VALID":
        return l10n.t("The certificate is not valid yet. Check this machine's date and time.");
      case "ERR_TLS_CERT_ALTNAME_INVALID":
        return l10n.t("The certificate is for another name. Check the address of the hub.");
      default:
        return l10n.t("The secure connection failed. Check the address, its port and the proxy.");
    }
  };
  return [`\`${problem}\``, advice()];
}

function expiryLines(
  { chain, problem }: ProbedTls,
  now: number,
  l10n: Translate,
): readonly string[] {
  const ends = Math.min(...chain.map(({ validTo }) => validTo).filter((at) => !Number.isNaN(at)));
  const days = Math.floor((ends - now) / dayMs);
  return problem === undefined && days < 14
    ? [l10n.t("A certificate expires in {0} days.", Math.max(0, days))]
    : [];
}
