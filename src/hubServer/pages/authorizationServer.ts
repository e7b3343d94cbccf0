import { deviceGrantType, devicePaths } from "../../shared/hubApi/deviceGrant.ts";
import type { Route } from "../api/router.ts";
import { jsonResponse } from "../http/message.ts";
import { originOfRequest } from "../http/requestOrigin.ts";

/** RFC 8414, OAuth 2.0 Authorization Server Metadata. Claude Code appends the path to its gateway, `<hub>/hub`. */
export const authorizationServerRoutes: readonly Route[] = ["", "/hub"].map((base) => ({
  method: "GET",
  path: `${base}/.well-known/oauth-authorization-server`,
  access: "open",
  handle: (request) => {
    const origin = originOfRequest(request);
    return jsonResponse(200, {
      issuer: origin + base,
      device_authorization_endpoint: origin + devicePaths.authorization,
      token_endpoint: origin + devicePaths.token,
      revocation_endpoint: origin + devicePaths.revocation,
      grant_types_supported: [deviceGrantType, "refresh_token"],
      response_types_supported: [],
      token_endpoint_auth_methods_supported: ["none"],
      service_documentation: `${origin}/hub/docs`,
    });
  },
}));
