import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";

import { readLocalHubFile } from "../../agentNode/localHubFile.ts";
import { createLocalHubFetch } from "../../agentNode/provenFetch.ts";
import { HubClient } from "../../hub/calls/hubClient.ts";
import type { HubError } from "../../hub/errors/hubError.ts";
import { systemClock } from "../../shared/base/clock.ts";
import { describeFailure } from "../../shared/failures/failureWords.ts";
import type { AgentPolicy } from "../../shared/hubApi/agentPolicy.ts";
import { fixedFormat, withHubSettings, withinMachine } from "../../shared/hubApi/machinePolicy.ts";
import type { HubModel } from "../../shared/hubApi/model.ts";
import { dataFolder } from "../../sharedNode/dataFolder.ts";
import { UsageError } from "../../sharedNode/flags.ts";
import { ProgramError } from "./programError.ts";
import type { ProgramOptions } from "./programOptions.ts";
import { savedTokens } from "./signIn.ts";
import { version } from "./version.ts";

export type AppName = "ai-hub-agent" | "ai-hub-acp";

/** The token is read at each request, so that a new one in the file counts at once. */
export function clientOf(
  options: TokenOptions & Pick<ProgramOptions, "chatFormat" | "machine">,
  app: AppName,
): HubClient {
  const { baseUrl, chatFormat, machine } = options;
  const saved = savedTokens();
  return new HubClient({
    baseUrl,
    token: () => tokenOf(options, saved),
    fetch: fetchFor(baseUrl),
    clock: systemClock,
    random: Math.random,
    chatFormat: () => fixedFormat(withHubSettings(machine)) ?? chatFormat,
    userAgent: `ai-hub-agent/${version}`,
    app,
  });
}

/** The policy of hub and machine. */
export async function policyOf(
  hub: Pick<HubClient, "agentPolicy">,
  { machine }: Pick<ProgramOptions, "machine">,
  signal: AbortSignal,
): Promise<AgentPolicy> {
  return withinMachine(await hub.agentPolicy({ signal }), withHubSettings(machine));
}

/** Requires a proof on each connection if the address belongs to the person's local hub. */
function fetchFor(baseUrl: string): typeof globalThis.fetch {
  const local = createLocalHubFetch();
  const hub = readLocalHubFile(dataFolder());
  if (hub && new URL(hub.url).origin === new URL(baseUrl).origin) {
    local.know(hub);
  }
  return local.fetch;
}

/** There is no token. */
export class TokenError extends UsageError {}

type TokenOptions = Pick<ProgramOptions, "baseUrl" | "tokenFile">;

/** The token from the file, `AI_HUB_TOKEN` or the sign-in at the hub. Rejects with a `TokenError`. */
export async function tokenOf(
  { baseUrl, tokenFile }: TokenOptions,
  saved = savedTokens(),
): Promise<string> {
  if (tokenFile !== undefined) {
    return tokenIn(tokenFile);
  }
  const given = process.env["AI_HUB_TOKEN"]?.trim() ?? "";
  const token = given || (await saved.get(new URL(baseUrl).origin))?.token;
  if (token === undefined) {
    throw new TokenError("A token is needed: --sign-in, --token-file, or AI_HUB_TOKEN.");
  }
  return token;
}

/** The bits of "others" in a file's mode. */
const others = 0o006;

function tokenIn(file: string): string {
  const { mode, text } = readWithMode(file);
  // Windows has no such mode.
  if (process.platform !== "win32" && (mode & others) !== 0) {
    throw new TokenError(
      `The token in ${file} is not used: everybody on this machine can read or change the file. chmod 600 ${file}`,
    );
  }
  return text.trim();
}

function readWithMode(file: string): { readonly mode: number; readonly text: string } {
  try {
    const opened = openSync(file, "r");
    try {
      return { mode: fstatSync(opened).mode, text: readFileSync(opened, "utf8") };
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    throw new TokenError(`The token in ${file} cannot be read`, { cause: error });
  }
}

export type RunModel = Pick<HubModel, "id" | "contextLength"> &
  Partial<Pick<HubModel, "capabilities">>;

/** A named model is used even if the hub does not list it. */
export function chooseModel(models: readonly HubModel[], name: string | undefined): RunModel {
  const found = name === undefined ? models[0] : models.find(({ id }) => id === name);
  if (!found && name === undefined) {
    throw new ProgramError("The hub offers no model.");
  }
  return found ?? { id: name ?? "" };
}

/** The failure on one line. */
export function failureLine({ failure }: HubError, baseUrl: string): string {
  return `${describeFailure(failure, "en").headline} (${failure.kind}, ${baseUrl})`;
}
