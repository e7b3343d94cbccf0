import * as z from "zod/mini";

import { adminBase } from "./base/adminApp.ts";
import type { AdminRoute, RouteDoc } from "./base/adminRoute.ts";

type Json = Readonly<Record<string, unknown>>;

const errorSchema = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["message", "type", "param", "code"],
      properties: {
        message: { type: "string" },
        type: { type: "string" },
        param: { type: ["string", "null"] },
        code: { type: ["string", "null"] },
      },
    },
  },
};

export function openApiDocument(routes: readonly AdminRoute[], version: string): Json {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: operation(route),
    };
  }
  return {
    openapi: "3.1.0",
    info: { title: "AI Hub administration", version },
    servers: [{ url: adminBase }],
    security: [{ adminToken: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes: {
        adminToken: { type: "http", scheme: "bearer" },
        session: { type: "apiKey", in: "cookie", name: "ai_hub_session" },
      },
      schemas: { Error: errorSchema },
    },
  };
}

function operation({ method, path, access, doc }: AdminRoute): Json {
  const isChange = method !== "GET" && access !== "open";
  const parameters = [
    ...(path.includes("{id}")
      ? [{ name: "id", in: "path", required: true, schema: { type: "string" } }]
      : []),
    ...Object.entries(doc.query ?? {}).map(([name, description]) => ({
      name,
      in: "query",
      description,
      schema: { type: "string" },
    })),
    ...(isChange
      ? [
          {
            name: "x-csrf-token",
            in: "header",
            description: "Needed with a session cookie",
            schema: { type: "string" },
          },
        ]
      : []),
  ];
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^a-z]+(\w?)/giu, (_, letter: string) => letter.toUpperCase())}`,
    summary: doc.summary,
    ...(access === "open" && { security: [] }),
    ...(access === "admin" && { description: "For administrators." }),
    ...(parameters.length > 0 && { parameters }),
    ...(doc.body && {
      requestBody: {
        required: true,
        content: { "application/json": jsonContent(doc.body, "input") },
      },
    }),
    responses: {
      [doc.status ?? 200]: { description: "Done", ...answerContent(doc) },
      default: {
        description: "Why not",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    },
  };
}

function answerContent({ answer, isList, mediaType }: RouteDoc): Json {
  if (mediaType !== undefined) {
    return { content: { [mediaType]: { schema: { type: "string" } } } };
  }
  if (!answer) {
    return {};
  }
  const one = jsonContent(answer, "output");
  return { content: { "application/json": isList === true ? listOf(one.schema) : one } };
}

function listOf(entry: unknown): { readonly schema: unknown } {
  return {
    schema: {
      type: "object",
      required: ["object", "data", "has_more", "next"],
      properties: {
        object: { const: "list" },
        data: { type: "array", items: entry },
        has_more: { type: "boolean" },
        next: { type: ["string", "null"] },
      },
    },
  };
}

function jsonContent(schema: z.ZodMiniType, io: "input" | "output"): { readonly schema: unknown } {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      // The hub refuses unknown fields.
      if (io === "input" && jsonSchema.properties !== undefined) {
        jsonSchema.additionalProperties = false;
      }
    },
  });
  return { schema: rest };
}
