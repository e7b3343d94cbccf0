import * as z from "zod/mini";

import { isRecord } from "../../shared/base/json.ts";
import { type CallParameter, type SellerCallId, sellerCall, sellerCallIds } from "./calls.ts";
import { toolName } from "./callTitles.ts";
import { fieldInfo } from "./fields.ts";
import type { RawInput } from "./validate.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface SellerTool {
  readonly call: SellerCallId;
  /** For example `seller_update_stock`: every provider accepts letters, digits and `_`. */
  readonly name: string;
  readonly description: string;
  /** Parameters are flat: their names differ from the body's fields. */
  readonly parameters: JsonSchema;
}

/** A model need not give the environment's own values (seller, user). */
export const sellerTools: readonly SellerTool[] = sellerCallIds.map((id) => ({
  call: id,
  name: toolName(id),
  description: sellerCall(id).description,
  parameters: toolParameters(id),
}));

export function toolInput(
  id: SellerCallId,
  toolArguments: unknown,
  known: Readonly<Partial<Record<"codigoSeller" | "codigoUsuario", number>>> = {},
): RawInput {
  const { parameters: specs, body } = sellerCall(id);
  if (!isRecord(toolArguments)) {
    return { parameters: {}, body: toolArguments };
  }
  const names = new Set(specs.map(({ name }) => name));
  const entries = Object.entries(toolArguments);
  const rest = entries.filter(([name]) => !names.has(name));
  return {
    parameters: {
      ...knownParameters(specs, known),
      ...Object.fromEntries(entries.filter(([name]) => names.has(name))),
      ...(!body && Object.fromEntries(rest)),
    },
    ...(body && { body: Object.fromEntries(rest) }),
  };
}

export function bodyJsonSchema(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    override({ zodSchema, jsonSchema }) {
      const info = fieldInfo.get(zodSchema);
      if (info) {
        jsonSchema.description = info.description;
      }
    },
  });
  return rest;
}

export function parameterJsonSchema({ description }: CallParameter): JsonSchema {
  return { type: "integer", description };
}

function toolParameters(id: SellerCallId): JsonSchema {
  const { parameters, body } = sellerCall(id);
  const bodySchema = body ? bodyJsonSchema(body.schema) : {};
  return {
    type: "object",
    properties: {
      ...Object.fromEntries(
        parameters.map((parameter) => [parameter.name, parameterJsonSchema(parameter)]),
      ),
      ...(isRecord(bodySchema["properties"]) && bodySchema["properties"]),
    },
    required: [
      ...parameters.filter(({ known }) => known === undefined).map(({ name }) => name),
      ...(body?.essential ?? []),
    ],
    additionalProperties: false,
  };
}

function knownParameters(
  specs: readonly CallParameter[],
  known: Readonly<Partial<Record<"codigoSeller" | "codigoUsuario", number>>>,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    specs.flatMap(({ name, known: source }) => {
      const value = source && known[source];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
