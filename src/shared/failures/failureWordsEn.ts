import type { FailureFacts, FailureVocabulary, LimitScope } from "./failureText.ts";

const scopes: Readonly<Record<LimitScope, string>> = {
  token: "your token",
  user: "your user",
  profile: "your profile",
  sector: "your sector",
  project: "your project",
  team: "your team",
  model: "this model",
};

export const failureWordsEn: FailureVocabulary = {
  otherFinding: "other sensitive data",
  texts: {
    auth_missing: ({ code }) => ({
      headline:
        code === undefined
          ? "There is no token for this hub yet."
          : "The hub found no token in the request.",
      nextStep: "Set a token, then try again.",
    }),
    auth_invalid: ({ isTokenPerhapsOld }) => ({
      headline: "The hub did not accept your token.",
      nextStep: isTokenPerhapsOld
        ? "If you set a new one in another window, reload this window. Otherwise check that it was copied whole, or set another one."
        : "Check that it was copied whole, or set another one.",
    }),
    auth_expired: ({ isTokenPerhapsOld }) => ({
      headline: "Your token has expired.",
      nextStep: isTokenPerhapsOld
        ? "If you set a new one in another window, reload this window. Otherwise ask your administrator for one and set it here."
        : "Ask your administrator for a new one and set it here.",
    }),
    policy_model: () => ({
      headline: "Your profile may not use this model.",
      nextStep: "Choose another model, or ask your administrator for access.",
    }),
    policy_other: () => ({
      headline: "A rule of the hub does not allow this request.",
      nextStep: "Ask your administrator which rule applies; the details help them find it.",
    }),
    rules_arrived: () => ({
      headline: "Your organisation's rules arrived while this request waited. It was not sent.",
      nextStep: "Send it again: it then follows the rules.",
    }),
    client_outdated: () => ({
      headline:
        "Your organisation's hub needs a newer version of AI Hub. Update it. Nothing was sent.",
      nextStep: "Update AI Hub, start it again, then try again.",
    }),
    model_not_found: () => ({
      headline: "The hub does not have this model, or you may not use it.",
      nextStep: "Choose another model.",
    }),
    budget_exhausted: (facts) => ({
      headline: facts.isGeneral
        ? `The hub asks for payment or credit${inBrackets(facts.code)}.`
        : `The budget ${of(facts)}is used up${spent(facts)}.`,
      nextStep:
        facts.retryDate === undefined
          ? "Ask your administrator to raise it, or wait until it renews."
          : `It renews on ${facts.retryDate}. Until then, ask your administrator to raise it.`,
    }),
    run_budget: (facts) => ({
      headline: `This run has reached its limit${spent(facts)}.`,
      nextStep: "Continue with a higher cap, or keep the changes so far.",
    }),
    agent_busy: () => ({
      headline: "An agent works on this folder in another conversation.",
      nextStep: "Wait for its end or stop it there, and try again.",
    }),
    folder_gone: () => ({
      headline: "The folder of the workspace is gone: it was deleted, moved or renamed.",
      nextStep: "Restore the folder or open the right one, then continue.",
    }),
    rate_limited: (facts) => ({
      headline: facts.isGeneral
        ? `The hub takes no more requests for now${inBrackets(facts.code)}.`
        : `The request limit ${of(facts)}was reached.`,
      nextStep:
        facts.retryTime === undefined
          ? "Wait a moment, then try again."
          : `Try again after ${facts.retryTime}.`,
    }),
    overloaded: ({ retryTime, isGeneral, code }) => ({
      headline: isGeneral
        ? `The hub cannot answer right now${inBrackets(code)}.`
        : "The hub is overloaded right now.",
      nextStep:
        retryTime === undefined
          ? "Try again in a moment, or choose another model."
          : `Try again after ${retryTime}, or choose another model.`,
    }),
    dlp_request: ({ findings, isGeneral }) =>
      isGeneral && findings === undefined
        ? {
            headline: "A protection rule of the hub stopped your message.",
            nextStep: "Nothing reached the model. Change the message and send it again.",
          }
        : {
            headline: `The hub blocked your message because it contains sensitive data${found(findings)}.`,
            nextStep:
              "Nothing reached the model. Remove the data from the message and send it again.",
          },
    dlp_response: ({ findings, isGeneral }) =>
      isGeneral && findings === undefined
        ? {
            headline: "A protection rule of the hub stopped the answer.",
            nextStep: "Ask in another way.",
          }
        : {
            headline: `The hub withdrew the answer because it contained sensitive data${found(findings)}.`,
            nextStep: "Ask in a way that does not need that data.",
          },
    dlp_alert: ({ findings }) => ({
      headline: `The hub noticed sensitive data in this conversation${found(findings)}.`,
      nextStep: "Nothing was blocked. Check whether that data needs to be here.",
    }),
    dlp_masked: ({ findings }) => ({
      headline: `The hub masked sensitive data before it reached the model${found(findings)}.`,
      nextStep: "If the answer needs that data, ask in another way.",
    }),
    dlp_answer_masked: ({ findings }) => ({
      headline: `The hub masked sensitive data in this answer${found(findings)}.`,
      nextStep: "Its rules allow only data of your own message in an answer.",
    }),
    dlp_answer_alert: ({ findings }) => ({
      headline: `The hub noticed sensitive data in this answer${found(findings)}.`,
      nextStep: "Nothing was masked. Check whether you need that data before you use it.",
    }),
    dlp_routed: ({ findings, name = "a model" }) => ({
      headline:
        findings === undefined
          ? `Answered by ${name} in house, like an earlier answer of this conversation.`
          : `Answered by ${name} in house, because the conversation has sensitive data${found(findings)}.`,
      nextStep: "To use another model, begin a new chat without that data.",
    }),
    dlp_local: ({ findings }) => ({
      headline: `Nothing was sent, because there is sensitive data in it${found(findings)}.`,
      nextStep: "Mask it, allow it for this conversation, or edit the message.",
    }),
    dlp_sent: ({ findings }) => ({
      headline: `A tool's result with sensitive data went to the model${found(findings)}.`,
      nextStep: "To have such data masked, set the data protection mode to mask.",
    }),
    dlp_unread: () => ({
      headline: "The hub refused a file that it cannot search for sensitive data.",
      nextStep: "Remove the file and send its text instead; the details name the file's kind.",
    }),
    content_filtered: () => ({
      headline: "A content filter stopped the answer.",
      nextStep: "Word your message differently and send it again.",
    }),
    unknown_content: () => ({
      headline: "The answer has a part that cannot be shown here.",
      nextStep: "Everything else is shown; the details name the part.",
    }),
    unknown_end: ({ name }) => ({
      headline: `The model ended its answer for an unknown reason${inBrackets(name)}.`,
      nextStep: "The answer is shown as complete; check whether something is missing.",
    }),
    paused: ({ isRun }) => ({
      headline: isRun
        ? "The run paused before it was done."
        : "The model paused before it was done.",
      nextStep: "Choose Continue to resume it.",
    }),
    call_not_run: ({ name }) => ({
      headline: `The model called a tool that it does not have here${inBrackets(name)}.`,
      nextStep: "Nothing was run. Try again, or choose another model.",
    }),
    empty_answer: () => ({
      headline: "The model's answer is empty.",
      nextStep: "Try again, or choose another model.",
    }),
    late_error: () => ({
      headline: "The answer is complete, but the hub reported an error after it.",
      nextStep: "Nothing is missing from the answer; the details name the error.",
    }),
    unknown_encoding: ({ name }) => ({
      headline: `The hub compressed its answer in a way that cannot be read here${inBrackets(name)}.`,
      nextStep: "Ask your administrator to send answers uncompressed, or as gzip.",
    }),
    answer_too_large: () => ({
      headline: "The hub's answer is too large to be read here.",
      nextStep:
        "Ask your administrator to list fewer models; anything else points to a wrong address.",
    }),
    context_too_long: () => ({
      headline: "The conversation with room for an answer is longer than this model can read.",
      nextStep:
        "Start a new chat, remove something from the context, or choose a model that reads more.",
    }),
    request_too_large: () => ({
      headline: "The message is larger than the hub accepts.",
      nextStep: "Remove something from the context or shorten the message.",
    }),
    bad_request: ({ code }) => ({
      headline: `The hub did not accept the request${inBrackets(code)}.`,
      nextStep: "Try another model. If it stays like this, run the diagnosis.",
    }),
    not_a_hub: ({ host }) => ({
      headline: `${host ?? "This address"} answered, but not like a hub.`,
      nextStep:
        "Check the address. On a company network, a sign-in page or proxy may have answered instead.",
    }),
    redirect_refused: ({ host }) => ({
      headline: `The hub pointed to another address${host === undefined ? "" : `, ${host}`}; it was not followed.`,
      nextStep: "If that address is right, set it as the hub's address yourself.",
    }),
    tls: ({ host, code }) => ({
      headline: `The secure connection to ${host ?? "the hub"} could not be checked${inBrackets(code)}.`,
      nextStep:
        "If your company has its own certificates, install them in the system. Otherwise run the diagnosis.",
    }),
    proxy_auth: () => ({
      headline: "The network's proxy wants a sign-in.",
      nextStep: "Check the proxy in the editor's settings (http.proxy), then try again.",
    }),
    dns: ({ host }) => ({
      headline: `${host ?? "The hub's name"} was not found on the network.`,
      nextStep: "Check the address and whether you are connected, or need a VPN.",
    }),
    refused: ({ host }) => ({
      headline: `${host ?? "The hub"} does not accept connections.`,
      nextStep: "Check the address, and whether the hub is running.",
    }),
    port_blocked: ({ host }) => ({
      headline: `The port of ${host ?? "this address"} belongs to another protocol, so it cannot be used.`,
      nextStep: "Ask your administrator for an address with another port, and set it here.",
    }),
    connect_timeout: ({ host }) => ({
      headline: `${host ?? "The hub"} could not be reached in time.`,
      nextStep: "Check your network or VPN, then try again.",
    }),
    first_byte_timeout: () => ({
      headline: "The hub took the request but did not begin to answer.",
      nextStep: "Try again, or choose another model.",
    }),
    idle_timeout: () => ({
      headline: "The answer stopped coming.",
      nextStep: "Whatever had arrived is kept. Go on from there, or try again.",
    }),
    truncated: ({ isUnanswered }) =>
      isUnanswered
        ? {
            headline: "The hub closed the connection without an answer.",
            nextStep: "Nothing that you wrote is lost. Try again.",
          }
        : {
            headline: "The answer broke off before its end.",
            nextStep: "Whatever had arrived is kept. Go on from there, or try again.",
          },
    malformed_stream: () => ({
      headline: "The hub sent something that could not be read.",
      nextStep: "Try again. If it happens often, run the diagnosis.",
    }),
    upstream_error: ({ code }) => ({
      headline: `The service behind the hub failed${inBrackets(code)}.`,
      nextStep: "Try again, or choose another model.",
    }),
    length_limit: () => ({
      headline: "The answer reached this model's length limit.",
      nextStep: "Continue to get the rest.",
    }),
    cancelled: () => ({
      headline: "The answer was stopped.",
      nextStep: "Go on from here, or try again.",
    }),
    secret_store: () => ({
      headline: "The editor's secret store did not answer.",
      nextStep: "The token works until the editor closes; you will be asked for it again.",
    }),
    storage: ({ code }) => ({
      headline:
        diskHeadlines[code ?? ""] ?? `The conversation could not be saved${inBrackets(code)}.`,
      nextStep: "Check the free space and the permissions on your disk, then continue.",
    }),
    unknown: ({ code }) => ({
      headline: `Something failed for an unknown reason${inBrackets(code)}.`,
      nextStep: "Try again. If it stays like this, run the diagnosis.",
    }),
  },
};

function of({ scope }: FailureFacts): string {
  return scope === undefined ? "" : `of ${scopes[scope]} `;
}

const diskHeadlines: Readonly<Record<string, string>> = {
  ENOSPC: "The disk with AI Hub's data has no room left (ENOSPC).",
  EDQUOT: "Your quota on the disk with AI Hub's data is used up (EDQUOT).",
  EROFS: "The disk with AI Hub's data is read-only (EROFS).",
};

function spent({ used, limit }: FailureFacts): string {
  return used === undefined || limit === undefined ? "" : ` (${used} of ${limit})`;
}

export function found(findings: string | undefined): string {
  return findings === undefined ? "" : `: ${findings}`;
}

export function inBrackets(code: string | undefined): string {
  return code === undefined ? "" : ` (${code})`;
}
