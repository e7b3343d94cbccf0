import { isRecord } from "../../shared/base/json.ts";
import type { PreparedCall, ToolOutcome } from "../../shared/conversation/tool.ts";
import type { SellerCallId } from "../contract/calls.ts";
import type { PortalRequest } from "../contract/request.ts";
import { valueAt } from "../contract/schemaFields.ts";
import { toolInput } from "../contract/toolSchemas.ts";
import { inputOfRequest } from "../write/requestInput.ts";
import type { SellerDesk } from "../write/sellerAccess.ts";
import { failureText } from "./failureText.ts";
import { listText } from "./listText.ts";
import { filterArgument } from "./toolDefinitions.ts";

export function prepareRead(
  call: SellerCallId,
  { client, environment }: SellerDesk,
  input: unknown,
): PreparedCall {
  if (call === "getToken") {
    return readCall(async (signal) => {
      const { facts, expiresAt, mismatches } = await client.checkAccess({ signal });
      const until = expiresAt === undefined ? undefined : new Date(expiresAt).toISOString();
      return JSON.stringify({
        environment: environment.name,
        ...facts,
        expiresAt: until,
        mismatches,
      });
    });
  }
  const { filter, rest } = withoutFilter(input);
  try {
    const request = client.prepare(call, toolInput(call, rest, environment));
    return readCall(async (signal) => {
      return call === "getOrder"
        ? await orderText(client, request, signal)
        : listText(await client.readAll(request, { signal }), filter);
    });
  } catch (error) {
    return { kind: "refused", state: "failed", text: failureText(error) };
  }
}

function readCall(read: (signal: AbortSignal) => Promise<string>): PreparedCall {
  return {
    kind: "read",
    run: async (signal): Promise<ToolOutcome> => {
      try {
        return { state: "done", text: await read(signal) };
      } catch (error) {
        return { state: "failed", text: failureText(error) };
      }
    },
  };
}

/** The text of an order; never of another order in the answer. */
async function orderText(
  client: SellerDesk["client"],
  request: PortalRequest,
  signal: AbortSignal,
): Promise<string> {
  const numeroPedido = Number(valueAt(inputOfRequest(request).parameters, ["numeroPedido"]));
  return JSON.stringify(await client.requireOrder(numeroPedido, { signal }));
}

/** Removes our filter argument. Other unknown arguments stay, so that validation refuses them. */
function withoutFilter(input: unknown): { readonly filter: string; readonly rest: unknown } {
  if (!isRecord(input) || typeof input[filterArgument] !== "string") {
    return { filter: "", rest: input };
  }
  const { [filterArgument]: filter, ...rest } = input;
  return { filter: filter.slice(0, 200), rest };
}
