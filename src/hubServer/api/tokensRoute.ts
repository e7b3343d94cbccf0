import * as z from "zod/mini";

import type { TokenStore, TokenSummary } from "../auth/tokenStore.ts";
import { ApiError } from "../http/apiError.ts";
import { type HubRequest, type HubResponse, jsonResponse } from "../http/message.ts";

const newTokenSchema = z.object({ name: z.string().check(z.minLength(1), z.maxLength(100)) });

/** `POST /hub/admin/v1/tokens`: the only answer that ever has the secret. */
export async function createToken(
  request: HubRequest,
  store: TokenStore,
  now: number,
): Promise<HubResponse> {
  const { name } = await readJson(request, newTokenSchema);
  const { token, summary } = store.create(name, now);
  return jsonResponse(201, { ...tokenJson(summary), token });
}

export function listTokens(store: TokenStore): HubResponse {
  return jsonResponse(200, { object: "list", data: store.list().map(tokenJson) });
}

export function revokeToken(store: TokenStore, id: string): HubResponse {
  if (!store.revoke(id)) {
    throw new ApiError(404, "There is no such token.", { code: "not_found" });
  }
  return jsonResponse(200, { id, object: "token", deleted: true });
}

/** A small JSON body in the form of a schema; throws an `ApiError` (400) otherwise. */
export async function readJson<T extends z.ZodMiniType>(
  request: HubRequest,
  schema: T,
): Promise<z.infer<T>> {
  const text = new TextDecoder().decode(await request.body());
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the body, which belongs in no log.
    throw new ApiError(400, "The body is not valid JSON.", { code: "invalid_json" });
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join(".") ?? "";
    throw new ApiError(400, `The field "${field}" is missing or not valid.`, {
      code: "invalid_value",
    });
  }
  return parsed.data;
}

function tokenJson({ id, name, prefix, createdAt }: TokenSummary): object {
  return { id, object: "token", name, prefix, created_at: new Date(createdAt).toISOString() };
}
