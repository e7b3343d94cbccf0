import {
  type SellerCall,
  type SellerCallId,
  sellerCall,
  sellerCallIds,
  sellerCalls,
} from "./calls.ts";
import { bodyJsonSchema, type JsonSchema, parameterJsonSchema } from "./toolSchemas.ts";

const notSpecified = "The portal's specification does not show this answer.";

export function openApiDocument(servers: readonly string[] = []): JsonSchema {
  return {
    openapi: "3.1.0",
    info: {
      title: "Seller Portal Integration API",
      version: "1",
      description:
        "Made from the contract of AI Hub. Required fields, units, status codes, error bodies and pagination are not specified.",
    },
    ...(servers.length > 0 && { servers: servers.map((url) => ({ url })) }),
    paths: Object.fromEntries(sellerCallIds.map((id) => [sellerCall(id).path, pathItem(id)])),
    components: {
      schemas: {
        ...Object.fromEntries(
          sellerCallIds.flatMap((id) => {
            const { body } = sellerCall(id);
            return body ? [[body.name, bodyJsonSchema(body.schema)]] : [];
          }),
        ),
        Token: tokenSchema,
      },
      securitySchemes: {
        accessToken: {
          type: "http",
          scheme: "bearer",
          description: `OAuth 2.0 client credentials; the token comes from ${sellerCalls.getToken.path}.`,
        },
      },
    },
    security: [{ accessToken: [] }],
  };
}

function pathItem(id: SellerCallId): JsonSchema {
  const call = sellerCall(id);
  return {
    [call.method.toLowerCase()]: {
      operationId: id,
      summary: call.title.en,
      description: call.description,
      ...(call.parameters.length > 0 && { parameters: parameters(call) }),
      ...requestBody(id, call),
      ...(id === "getToken" && { security: [] }),
      responses: responses(call),
    },
  };
}

function parameters(call: SellerCall): readonly JsonSchema[] {
  return call.parameters.map((parameter) => ({
    name: parameter.name,
    in: parameter.in,
    required: parameter.in === "path",
    description: parameter.description,
    schema: parameterJsonSchema(parameter),
  }));
}

function requestBody(id: SellerCallId, { body }: SellerCall): JsonSchema {
  if (id === "getToken") {
    return {
      requestBody: {
        required: true,
        content: { "application/x-www-form-urlencoded": { schema: tokenFormSchema } },
      },
    };
  }
  return body
    ? {
        requestBody: {
          required: true,
          content: {
            "application/json": { schema: { $ref: `#/components/schemas/${body.name}` } },
          },
        },
      }
    : {};
}

function responses({ response }: SellerCall): JsonSchema {
  return response === "token"
    ? {
        "200": {
          description: "The token.",
          content: { "application/json": { schema: { $ref: "#/components/schemas/Token" } } },
        },
        default: { description: notSpecified },
      }
    : { default: { description: notSpecified } };
}

const tokenFormSchema: JsonSchema = {
  type: "object",
  properties: {
    grant_type: { type: "string", const: "client_credentials" },
    client_id: { type: "string" },
    client_secret: { type: "string" },
  },
  required: ["grant_type", "client_id", "client_secret"],
  additionalProperties: false,
};

const tokenSchema: JsonSchema = {
  type: "object",
  properties: {
    access_token: { type: "string" },
    token_type: { type: "string" },
    expires_in: { type: "integer", description: "lifetime in seconds" },
    scope: { type: "string", description: "space-separated scopes" },
    codigoSeller: { type: "integer", description: "the seller code bound to the credentials" },
    ambiente: { type: "string", description: "environment" },
  },
};
