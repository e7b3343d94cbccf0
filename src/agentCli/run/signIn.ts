import { hostname } from "node:os";
import { join } from "node:path";

import {
  beginSignIn,
  type DeviceDeps,
  DeviceError,
  waitForApproval,
} from "../../hub/calls/deviceSignIn.ts";
import { HubTokens } from "../../hub/tokens/hubTokens.ts";
import { TokenStore } from "../../hub/tokens/tokenStore.ts";
import { type Clock, systemClock } from "../../shared/base/clock.ts";
import { parseBaseUrl } from "../../shared/text/baseUrl.ts";
import { alone } from "../../sharedNode/alone.ts";
import { dataFolder } from "../../sharedNode/dataFolder.ts";
import { readFlags, UsageError } from "../../sharedNode/flags.ts";
import { readMachinePolicy } from "../../sharedNode/machinePolicy.ts";
import { requireAllowedHub } from "./machineRules.ts";
import { ProgramError } from "./programError.ts";
import { runFlags } from "./programOptions.ts";
import { savedSecrets } from "./savedSecrets.ts";
import { print } from "./terminal.ts";
import { version } from "./version.ts";

/** Its timers never keep the program running. */
const clock: Clock = {
  now: () => systemClock.now(),
  startTimer: (callback, ms) => {
    const timer = setTimeout(callback, ms).unref();
    return () => clearTimeout(timer);
  },
};

const exchange = { fetch: globalThis.fetch, clock, userAgent: `ai-hub-agent/${version}` };

/** The sign-ins of this person on this machine, for all programs without an editor. */
export function savedTokens(): HubTokens {
  const folder = dataFolder();
  const secrets = savedSecrets(folder);
  return new HubTokens({
    ...exchange,
    access: new TokenStore(secrets, clock),
    renewals: new TokenStore(secrets, clock, "aiHub.renewal:"),
    alone: (name, work) => alone(join(folder, "locks", encodeURIComponent(name)), work),
  });
}

/** Signs in at a hub; `show` gets the page and the code. Rejects with a `ProgramError`. */
export async function signInAt(
  baseUrl: string,
  show: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const device: DeviceDeps = { ...exchange, clock: systemClock, baseUrl };
  try {
    const name = `Terminal on ${hostname()}`;
    const code = await beginSignIn(device, { client: "ai-hub-agent", name });
    show(`Open ${code.page}\nand approve it if the page shows the code ${code.userCode}.`);
    const secrets = await waitForApproval(device, code, signal);
    await savedTokens().signIn(new URL(baseUrl).origin, baseUrl, secrets);
  } catch (error) {
    if (error instanceof DeviceError) {
      throw new ProgramError(error.message, { cause: error });
    }
    throw error;
  }
}

/** `--sign-in` and `--sign-out`. Throws a `UsageError` or a `ProgramError`. */
export async function signInOrOut(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values } = readFlags(
    args,
    {
      ...runFlags,
      "sign-in": { type: "boolean", default: false },
      "sign-out": { type: "boolean", default: false },
    },
    false,
  );
  const address = parseBaseUrl(values.hub);
  if (!address.ok) {
    throw new UsageError(`--hub needs the address of a hub, not ${values.hub}`);
  }
  const { baseUrl, origin } = address;
  requireAllowedHub(baseUrl, readMachinePolicy());
  if (values["sign-out"]) {
    await savedTokens().clear(origin);
    print(`Signed out of ${origin}.`);
    return 0;
  }
  try {
    await signInAt(baseUrl, print, signal);
  } catch (error) {
    if (signal.aborted) {
      return 130;
    }
    throw error;
  }
  print(`Signed in to ${origin}.`);
  return 0;
}
