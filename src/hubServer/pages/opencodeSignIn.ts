import { deviceGrantType, devicePaths } from "../../shared/hubApi/deviceGrant.ts";
import type { Route } from "../api/router.ts";
import { jsonResponse } from "../http/message.ts";
import { originOfRequest } from "../http/requestOrigin.ts";

const tokenVariable = "AI_HUB_TOKEN";

/**
 * Describes the sign-in to `opencode auth login <hub>`: opencode runs `command`, stores the printed token for the
 * variable `env`, and reads its configuration from `remote_config` at each start.
 */
export const opencodeRoute: Route = {
  method: "GET",
  path: "/.well-known/opencode",
  access: "open",
  handle: (request) => {
    const origin = originOfRequest(request);
    const at = { ...devicePaths, origin, grantType: deviceGrantType };
    return jsonResponse(200, {
      auth: {
        command: ["node", "-e", `(${signIn.toString()})(${JSON.stringify(at)})`],
        env: tokenVariable,
      },
      remote_config: {
        url: `${origin}/hub/opencode.json`,
        headers: { authorization: `Bearer {env:${tokenVariable}}` },
      },
    });
  },
};

interface SignInAddresses {
  readonly origin: string;
  readonly authorization: string;
  readonly token: string;
  readonly grantType: string;
}

/** The program of the sign-in, which the person's machine runs from its text: it uses nothing outside itself. */
async function signIn({ origin, authorization, token, grantType }: SignInAddresses): Promise<void> {
  const post = async (path: string, fields: Record<string, string>) => {
    const response = await fetch(origin + path, {
      method: "POST",
      body: new URLSearchParams(fields),
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the hub that sent this text answers
    return (await response.json()) as Record<string, string | undefined>;
  };
  const { hostname } = await import("node:os");
  const grant = await post(authorization, {
    client_id: "opencode",
    device_name: hostname().slice(0, 64),
  });
  const { verification_uri_complete: page, user_code: code } = grant;
  process.stderr.write(`Open ${page} and approve ${code}.\n`);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, Number(grant["interval"]) * 1_000));
    const answer = await post(token, {
      grant_type: grantType,
      device_code: grant["device_code"] ?? "",
    });
    if (answer["access_token"] !== undefined) {
      process.stdout.write(answer["access_token"]);
      return;
    }
    if (answer["error"] !== "authorization_pending" && answer["error"] !== "slow_down") {
      process.stderr.write(`${answer["error_description"]}\n`);
      process.exit(1);
    }
  }
}
