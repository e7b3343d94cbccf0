import { ApiError } from "./apiError.ts";
import type { CrossOrigin } from "./crossOrigin.ts";
import type { HubRequest } from "./message.ts";

const loopbackNames = new Set(["127.0.0.1", "localhost", "[::1]"]);

export function isLoopbackHost(host: string): boolean {
  return loopbackNames.has(host) || host === "::1";
}

export type OriginGuard = (request: HubRequest) => void;

const pagePaths = /^\/hub\/(?:admin|console)(?:\/|$)/u;

/**
 * Refuses requests of foreign pages: their `Origin` is neither our page nor allowed, or their `Host` is not our
 * loopback address (DNS rebinding). `acceptsAnyHost` is for a hub that serves other machines.
 */
export function createOriginGuard(deps: {
  readonly port: () => number;
  readonly acceptsAnyHost: boolean;
  readonly crossOrigin: CrossOrigin;
}): OriginGuard {
  return (request) => {
    if (request.hasRepeatedHeader === true) {
      throw new ApiError(400, "The request repeats a header that may occur only once.", {
        code: "repeated_header",
      });
    }
    if (!isOwnOrigin(request) && !deps.crossOrigin.isAllowed(request)) {
      throw new ApiError(403, "This hub does not answer web pages.", {
        type: "permission_error",
        code: "origin_not_allowed",
      });
    }
    if (!deps.acceptsAnyHost && !isOurHost(request.header("host"), deps.port())) {
      throw new ApiError(403, "The Host header is not this hub's loopback address.", {
        type: "permission_error",
        code: "host_not_allowed",
      });
    }
  };
}

function isOwnOrigin(request: HubRequest): boolean {
  const origin = request.header("origin");
  if (origin === undefined) {
    return true;
  }
  const host = request.header("host")?.toLowerCase();
  return (
    pagePaths.test(request.path) &&
    host !== undefined &&
    (origin.toLowerCase() === `http://${host}` || origin.toLowerCase() === `https://${host}`)
  );
}

function isOurHost(host: string | undefined, port: number): boolean {
  const [, name, givenPort] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/u.exec(host ?? "") ?? [];
  return (
    name !== undefined && loopbackNames.has(name.toLowerCase()) && Number(givenPort ?? 80) === port
  );
}
