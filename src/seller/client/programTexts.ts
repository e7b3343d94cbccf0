import { visibleText } from "../../shared/text/visibleText.ts";
import {
  type SellerCall,
  type SellerCallId,
  sellerCall,
  sellerCallIds,
} from "../contract/calls.ts";
import { openApiDocument } from "../contract/openApi.ts";
import { fieldsOf, setAt } from "../contract/schemaFields.ts";
import type { SellerEnvironment } from "./environment.ts";

export const programTexts = ["openApi", "http", "env", "mcp"] as const;
export type ProgramText = (typeof programTexts)[number];

export interface ProgramOptions {
  readonly environment: SellerEnvironment;
  readonly clientId: string | undefined;
  readonly mcpPath: string;
}

export function programText(
  what: ProgramText,
  options: ProgramOptions,
): { readonly text: string; readonly language: string } {
  switch (what) {
    case "openApi":
      return { text: json(openApiDocument([options.environment.baseUrl])), language: "json" };
    case "http":
      return { text: httpFile(options.environment), language: "http" };
    case "env":
      return { text: envFile(options), language: "dotenv" };
    case "mcp":
      return { text: mcpConfiguration(options), language: "json" };
    default:
      return what satisfies never;
  }
}

/** The variables of `dist/mcp.mjs`; the person adds the secret. */
function variablesOf({
  environment,
  clientId = "",
}: ProgramOptions): Readonly<Record<string, string>> {
  const { name, kind, baseUrl, codigoSeller, codigoUsuario, ambiente, lists } = environment;
  return {
    AI_HUB_SELLER_URL: baseUrl,
    AI_HUB_SELLER_CODE: String(codigoSeller),
    ...(codigoUsuario !== undefined && { AI_HUB_SELLER_USER: String(codigoUsuario) }),
    AI_HUB_SELLER_KIND: kind,
    AI_HUB_SELLER_NAME: visibleText(name),
    ...(ambiente !== undefined && { AI_HUB_SELLER_AMBIENTE: visibleText(ambiente) }),
    ...(lists !== undefined && { AI_HUB_SELLER_LISTS: plainJson(lists) }),
    AI_HUB_SELLER_CLIENT_ID: clientId,
    AI_HUB_SELLER_CLIENT_SECRET: "",
  };
}

/** JSON of ASCII characters without a single quote, so that it is the same in every file. */
function plainJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[^ -&(-~]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}

function envFile(options: ProgramOptions): string {
  const lines = Object.entries(variablesOf(options)).map(
    ([name, value]) => `${name}=${/^[\w.:/@-]*$/u.test(value) ? value : quoted(value)}`,
  );
  return `${lines.join("\n")}\n`;
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", "’")}'`;
}

function mcpConfiguration(options: ProgramOptions): string {
  const server = { command: "node", args: [options.mcpPath], env: variablesOf(options) };
  return json({ mcpServers: { "ai-hub-seller": server } });
}

function httpFile(environment: SellerEnvironment): string {
  return [
    `@baseUrl = ${environment.baseUrl}`,
    ...sellerCallIds.map((id) => httpCall(id, environment)),
  ].join("\n\n");
}

function httpCall(id: SellerCallId, environment: SellerEnvironment): string {
  const call = sellerCall(id);
  const title = `### ${call.title.en}`;
  if (id === "getToken") {
    return [
      title,
      "# @name token",
      `POST {{baseUrl}}${call.path}`,
      "Content-Type: application/x-www-form-urlencoded",
      "",
      "grant_type=client_credentials&client_id={{$dotenv AI_HUB_SELLER_CLIENT_ID}}&client_secret={{$dotenv AI_HUB_SELLER_CLIENT_SECRET}}",
      "",
    ].join("\n");
  }
  const { body } = call;
  return [
    title,
    `${call.method} {{baseUrl}}${addressOf(call, environment)}`,
    "Authorization: Bearer {{token.response.body.access_token}}",
    ...(body ? ["Content-Type: application/json", "", json(exampleOf(body.schema)).trimEnd()] : []),
    "",
  ].join("\n");
}

function addressOf({ path, parameters }: SellerCall, environment: SellerEnvironment): string {
  const valueOf = (known: "codigoSeller" | "codigoUsuario" | undefined): string =>
    String((known && environment[known]) ?? 1);
  const filled = parameters.reduce(
    (address, { name, known }) => address.replace(`{${name}}`, valueOf(known)),
    path,
  );
  const query = parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name, known }) => `${name}=${valueOf(known)}`);
  return query.length > 0 ? `${filled}?${query.join("&")}` : filled;
}

function exampleOf(
  schema: NonNullable<SellerCall["body"]>["schema"],
): Readonly<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  for (const { path, kind } of fieldsOf(schema)) {
    setAt(body, path, examples[kind]);
  }
  return body;
}

const examples = {
  text: "",
  integer: 1,
  decimal: 1.5,
  timestamp: "2026-12-01T03:00:00.000Z",
  cep: "01310000",
  ncm: "0901.21.00",
  ean13: "7891234567895",
  webAddress: "https://example.com",
} as const;

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
