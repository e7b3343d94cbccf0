import type { Connection } from "../../shared/calls/protocol.ts";
import type { WordsLocale } from "../../shared/failures/failureText.ts";
import { describeFailure } from "../../shared/failures/failureWords.ts";
import { redact } from "../../shared/text/redact.ts";
import type { ProbedCertificate, ProbedTls } from "./probes.ts";
import { withoutCredentials } from "./proxyOf.ts";
import type { Finding, Step, StepName } from "./steps.ts";
import { tlsAdvice } from "./tlsAdvice.ts";
import type { Translate } from "./translate.ts";

export interface ReportContext {
  readonly l10n: Translate;
  readonly locale: WordsLocale;
  readonly about: string;
  readonly at: number;
  readonly secrets: readonly string[];
}

export function stepTitle(name: StepName, l10n: Translate): string {
  const titles: Readonly<Record<StepName, () => string>> = {
    address: () => l10n.t("Address"),
    proxy: () => l10n.t("Proxy"),
    dns: () => l10n.t("Name lookup (DNS)"),
    tcp: () => l10n.t("Connection (TCP)"),
    tls: () => l10n.t("Secure connection (TLS)"),
    token: () => l10n.t("Token"),
    models: () => l10n.t("Models"),
    answer: () => l10n.t("One answer"),
  };
  return titles[name]();
}

/** Writes Markdown. Untrusted text becomes code, never a link; secrets are removed. */
export function writeReport(steps: readonly Step[], context: ReportContext): string {
  const { l10n, about, at, locale, secrets } = context;
  const when = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" });
  const lines = [
    `# ${l10n.t("AI Hub: connection report")}`,
    "",
    verdict(steps, l10n),
    "",
    `- ${about}`,
    `- ${when.format(at)}`,
    ...steps.flatMap((step) => stepLines(step, context)),
    "",
  ];
  return redact(withoutCredentials(lines.join("\n")), secrets);
}

function verdict(steps: readonly Step[], l10n: Translate): string {
  const failed = steps.find(({ state }) => state === "failed");
  if (failed) {
    return `**${l10n.t("The first thing to look at: {0}.", stepTitle(failed.name, l10n))}**`;
  }
  if (steps.some(({ state }) => state === "warning")) {
    return l10n.t("It works; some things below deserve a look.");
  }
  return steps.some(({ finding }) => isDeclined(finding))
    ? l10n.t("Everything before the answer works; the answer was not requested.")
    : l10n.t("Everything works.");
}

const marks: Readonly<Record<Step["state"], string>> = {
  ok: "✓",
  warning: "!",
  failed: "✗",
  skipped: "–",
};

function stepLines(step: Step, context: ReportContext): readonly string[] {
  const { l10n } = context;
  const time = step.state === "skipped" ? "" : ` (${Math.round(step.ms)} ms)`;
  return [
    "",
    `## ${marks[step.state]} ${stepTitle(step.name, l10n)}${time}`,
    "",
    ...findingLines(step.finding, context).map((line) => `- ${line}`),
  ];
}

function findingLines(finding: Finding, context: ReportContext): readonly string[] {
  const { l10n } = context;
  switch (finding.kind) {
    case "address":
      return addressLines(finding.connection, l10n);
    case "proxy":
      return proxyLines(finding, l10n);
    case "addresses":
      return [finding.addresses.map(code).join(", ")];
    case "connected":
      return [l10n.t("The server takes connections.")];
    case "tls":
      return tlsLines(finding.tls, finding.now, context);
    case "token":
      return tokenLines(finding, l10n);
    case "models":
      return modelsLines(finding, l10n);
    case "answer":
      return answerLines(finding, l10n);
    case "code":
      return [l10n.t("Failed with {0}.", code(finding.code)), ...codeAdvice(finding.code, l10n)];
    case "failure":
      return failureLines(finding.failure, context);
    case "unneeded":
      return [unneededLine(finding, l10n)];
    default:
      return finding satisfies never;
  }
}

function isDeclined(finding: Finding): boolean {
  return finding.kind === "unneeded" && finding.declinedModel !== undefined;
}

function unneededLine(
  { declinedModel }: Extract<Finding, { kind: "unneeded" }>,
  l10n: Translate,
): string {
  return declinedModel === undefined
    ? l10n.t("Not needed, or not possible here.")
    : l10n.t("You declined a request to {0}.", code(declinedModel));
}

function addressLines(connection: Connection, l10n: Translate): readonly string[] {
  switch (connection.state) {
    case "ready":
      return [
        code(connection.baseUrl),
        ...(connection.isLocal ? [l10n.t("This is the local hub of this machine.")] : []),
      ];
    case "needsToken":
      return [code(connection.baseUrl), l10n.t("There is no token for it yet.")];
    case "badBaseUrl":
      return [
        code(connection.value),
        l10n.t("This address cannot be used: {0}.", code(connection.reason)),
      ];
    case "needsBaseUrl":
      return [l10n.t("No address is set.")];
    case "connecting":
      return [l10n.t("Still connecting.")];
    default:
      return connection satisfies never;
  }
}

function proxyLines(
  { facts, proxy }: Extract<Finding, { kind: "proxy" }>,
  l10n: Translate,
): readonly string[] {
  return [
    proxy
      ? l10n.t("Connections to the hub go through {0}.", code(proxy.origin))
      : l10n.t(
          "By settings and variables no proxy is used for the hub. The system's own proxy script, if there is one, is not visible here.",
        ),
    `\`http.proxy\`: ${code(facts.setting)}, \`http.proxySupport\`: ${code(facts.support)}, \`http.noProxy\`: ${code(facts.exceptions.join(", "))}`,
    ...Object.entries(facts.environment).map(([name, value]) => `\`${name}\`: ${code(value)}`),
    ...(facts.environment["NODE_TLS_REJECT_UNAUTHORIZED"] === "0"
      ? [
          l10n.t(
            "`NODE_TLS_REJECT_UNAUTHORIZED=0` turns off the check of all certificates: anybody on the way can read along. Remove it.",
          ),
        ]
      : []),
  ];
}

function tlsLines(tls: ProbedTls, now: number, context: ReportContext): readonly string[] {
  const { l10n } = context;
  return [
    ...(tls.protocol === undefined ? [] : [code(tls.protocol)]),
    ...tlsAdvice(tls, now, l10n),
    ...tls.chain.map((certificate, at) => certificateLine(certificate, at, context)),
  ];
}

function certificateLine(
  { subject, issuer, validTo, fingerprint }: ProbedCertificate,
  at: number,
  { l10n, locale }: ReportContext,
): string {
  const date = Number.isNaN(validTo)
    ? "?"
    : new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(validTo);
  return l10n.t(
    "Certificate {0}: {1}, issued by {2}, valid until {3}, SHA-256 {4}",
    at + 1,
    code(subject),
    code(issuer),
    date,
    code(`${fingerprint.slice(0, 23)}…`),
  );
}

function tokenLines(
  { isThere, length, hasHubShape, isKept }: Extract<Finding, { kind: "token" }>,
  l10n: Translate,
): readonly string[] {
  if (!isThere) {
    return [l10n.t("There is no token for this address.")];
  }
  return [
    hasHubShape
      ? l10n.t("There is a token of {0} characters; it looks like a hub token.", length)
      : l10n.t("There is a token of {0} characters; hub tokens look different (sk_hub_…).", length),
    isKept
      ? l10n.t("It is kept in the editor's secret store.")
      : l10n.t("The secret store could not keep it: it is valid until this window closes."),
  ];
}

function modelsLines(
  { count, model, access }: Extract<Finding, { kind: "models" }>,
  l10n: Translate,
): readonly string[] {
  return [
    l10n.t("The hub lists {0} models.", count),
    ...(model === undefined
      ? []
      : [l10n.t("The answer below is requested from {0}.", code(model))]),
    l10n.t(
      "Use by other extensions and the editor's own chat (`aiHub.languageModels.access`): {0}",
      code(access),
    ),
  ];
}

function answerLines(
  finding: Extract<Finding, { kind: "answer" }>,
  l10n: Translate,
): readonly string[] {
  const { model, firstEventMs, firstTextMs, requestId, text } = finding;
  return [
    code(model),
    firstTextMs === undefined
      ? l10n.t("The answer has no text.")
      : l10n.t(
          "First sign after {0} ms, first text after {1} ms.",
          Math.round(firstEventMs ?? firstTextMs),
          Math.round(firstTextMs),
        ),
    ...(text === "" ? [] : [l10n.t("It begins: {0}", code(text.slice(0, 60)))]),
    requestId === undefined
      ? l10n.t("The hub named no request id.")
      : l10n.t("Request id: {0}", code(requestId)),
  ];
}

function failureLines(
  failure: Extract<Finding, { kind: "failure" }>["failure"],
  { locale }: ReportContext,
): readonly string[] {
  const { headline, nextStep } = describeFailure(failure, locale);
  const { kind, httpStatus, hubCode, systemCode, requestId } = failure;
  const codes = [kind, httpStatus, hubCode, systemCode, requestId].filter(
    (part) => part !== undefined,
  );
  return [`${headline} ${nextStep}`, codes.map((part) => code(String(part))).join(", ")];
}

function codeAdvice(text: string, l10n: Translate): readonly string[] {
  if (text === "PROXY_407") {
    return [
      l10n.t(
        "The proxy wants a user name and password. Set them for `http.proxy`, or sign in to it.",
      ),
    ];
  }
  if (text.startsWith("PROXY_")) {
    return [l10n.t("The proxy does not let this connection through. Ask your administrator.")];
  }
  return text === "TIMEOUT"
    ? [l10n.t("No answer came in time: a firewall may drop the connection, or a VPN is needed.")]
    : [];
}

// oxlint-disable-next-line no-control-regex -- control characters are what is taken out
const uncanny = /[`\u0000-\u001F\u007F\u200B-\u200F\u202A-\u202E\u2060-\u2069]/gu;

/** Inline code on one line, without characters that could end it. */
function code(text: string): string {
  const clean = text.replaceAll(uncanny, " ").trim();
  return clean === "" ? "–" : `\`${clean}\``;
}
