import { SellerError, type SellerErrorKind } from "../client/sellerError.ts";
import { problemText } from "../contract/problems.ts";

const sentences: Readonly<Record<SellerErrorKind, string>> = {
  noCredentials: "No credentials were entered for this environment.",
  credentials: "The portal does not know these credentials.",
  secretStore: "The credentials could not be read.",
  mismatch: "The token or the write belongs to another seller or environment. Nothing was sent.",
  invalid: "The arguments contradict the portal's interface. Nothing was sent.",
  address: "The environment's address cannot be used. Nothing was sent.",
  unauthorized: "The portal refuses the token.",
  forbidden: "The portal does not allow it.",
  notFound: "The portal has no such thing.",
  conflict: "The portal has something that contradicts it.",
  rejected: "The portal rejected it.",
  rateLimited: "The portal asks to wait.",
  serverError: "The portal failed.",
  redirected: "The portal answered with a redirection, which is not followed.",
  notThePortal: "What answered is not the portal.",
  complaint: "The portal answered, but refused it.",
  otherRecord: "The answer does not contain this order.",
  incomplete: "The portal gave only a part of its list.",
  unreadable: "The portal's answer cannot be read.",
  tooBig: "The portal's answer is too long.",
  unreachable: "The portal cannot be reached.",
  insecure: "The connection to the portal is not secure.",
  blockedPort: "The port of the environment's address cannot be used. Nothing was sent.",
  connectionLost: "The connection to the portal broke.",
  timeout: "The portal did not answer in time.",
  cancelled: "It was stopped.",
  unknown: "Nobody knows whether it took effect.",
};

const misfit = "The portal's answer does not fit the person's choice of where the list is in it.";

const noToken =
  "The portal was asked twice for a token, and neither answer contains a readable token.";

export function failureText(error: unknown): string {
  if (!(error instanceof SellerError)) {
    return "The call failed.";
  }
  const { kind, details } = error;
  const problems = (details.problems ?? []).map(
    (problem) => `${problem.path}: ${problemText(problem, "en")}`,
  );
  const differing = (details.differing ?? []).map(
    ({ name, sent, answered }) =>
      `${name}: sent ${JSON.stringify(sent)}, but the answer has ${JSON.stringify(answered)}.`,
  );
  return [
    details.isMisfit === true ? misfit : details.isOfToken === true ? noToken : sentences[kind],
    ...(details.retryAfterMs === undefined
      ? []
      : [`Wait ${Math.ceil(details.retryAfterMs / 1000)} s.`]),
    ...differing,
    ...problems,
    ...(details.status === undefined ? [] : [`HTTP status ${details.status}.`]),
    ...(details.detail === undefined ? [] : [`The portal said: ${JSON.stringify(details.detail)}`]),
  ].join("\n");
}
