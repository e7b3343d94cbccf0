import * as z from "zod/mini";

import type { LimitWays, WriteLimits } from "../seller/chatTools/writeGate.ts";
import type { SellerEnvironment } from "../seller/client/environment.ts";
import { type ListChoices, listChoicesSchema } from "../seller/contract/lists/listChoice.ts";
import { defaultCalmLimits } from "../seller/write/writeRisks.ts";
import { isTimeZone } from "../shared/base/calendar.ts";
import { parseJson } from "../shared/base/json.ts";
import { parseBaseUrl } from "../shared/text/baseUrl.ts";
import { type Flags, readFlags, UsageError } from "../sharedNode/flags.ts";

export interface ProgramOptions {
  readonly environment: SellerEnvironment;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly limits: WriteLimits;
  /** Absent: the person's journal, which the editor shows. */
  readonly journalPath?: string;
  readonly masks: boolean;
}

export const helpText = `AI Hub seller portal as MCP tools, over stdin and stdout.

Environment variables:
  AI_HUB_SELLER_URL            base address of the portal
  AI_HUB_SELLER_CLIENT_ID      OAuth client
  AI_HUB_SELLER_CLIENT_SECRET  its secret
  AI_HUB_SELLER_CODE           codigoSeller; writes of another seller are refused
  AI_HUB_SELLER_USER           codigoUsuario, for saving products (optional)
  AI_HUB_SELLER_KIND           sandbox (default) or production
  AI_HUB_SELLER_NAME           what people call it (default: the kind)
  AI_HUB_SELLER_AMBIENTE       what the token calls it, if not HML (optional)
  AI_HUB_SELLER_LISTS          where lists are in answers that are not recognised, as the editor's
                               "For programs" writes it (optional)
  AI_HUB_SELLER_TIME_ZONE      of the days in files (default: America/Sao_Paulo)
  AI_HUB_SELLER_JOURNAL        file that every write is noted in (default: the journal the editor shows)

Flags:
  --allow-writes               without it, nothing is ever changed; in production each write is asked
                               for through the client, which must support elicitation
  --max-writes <n>             writes of one run, 10
  --max-price-change <percent> 20
  --max-stock-change <percent> 80, also refuses a stock below a tenth; 1000 allows every change
  --zero-stock                 allows a stock of zero
  --no-masking                 leaves personal data in what models get

"mcp.mjs import --help" tells how a CSV file is imported by a scheduler, "mcp.mjs verify --help" how the
writes that the portal only accepted are looked at again, "mcp.mjs watch --help" how a list
or orders are watched.`;

export const sharedFlags = {
  "allow-writes": { type: "boolean", default: false },
  "max-price-change": { type: "string", default: "20" },
  "max-stock-change": { type: "string", default: String(defaultCalmLimits.stockChange) },
  "zero-stock": { type: "boolean", default: false },
  "no-masking": { type: "boolean", default: false },
} as const;

const serverFlags = { ...sharedFlags, "max-writes": { type: "string", default: "10" } } as const;

type Environment = Readonly<Record<string, string | undefined>>;
export type FlagValues = Flags<typeof sharedFlags>["values"] & { readonly "max-writes"?: string };

const flagWays: LimitWays = {
  access: "The person can allow writing by starting this server with --allow-writes.",
  maxWrites: "flag --max-writes of this server",
  maxPriceChange: "flag --max-price-change of this server",
  zeroStock: "flag --zero-stock of this server",
  maxStockChange: "flag --max-stock-change of this server",
};

const codeSchema = z.string().check(z.regex(/^\d{1,15}$/u));

const envSchema = z.object({
  AI_HUB_SELLER_URL: z.string(),
  AI_HUB_SELLER_CLIENT_ID: z.string().check(z.minLength(1)),
  AI_HUB_SELLER_CLIENT_SECRET: z.string().check(z.minLength(1)),
  AI_HUB_SELLER_CODE: codeSchema,
  AI_HUB_SELLER_USER: z.optional(codeSchema),
  AI_HUB_SELLER_KIND: z.optional(z.enum(["sandbox", "production"])),
  AI_HUB_SELLER_NAME: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  AI_HUB_SELLER_AMBIENTE: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  AI_HUB_SELLER_LISTS: z.optional(z.string().check(z.maxLength(100_000))),
  AI_HUB_SELLER_TIME_ZONE: z.optional(z.string().check(z.maxLength(100), z.refine(isTimeZone))),
  AI_HUB_SELLER_JOURNAL: z.optional(z.string().check(z.minLength(1))),
});

export function readOptions(args: readonly string[], env: Environment): ProgramOptions {
  return programOptions(readFlags(args, serverFlags).values, env);
}

export function programOptions(flags: FlagValues, env: Environment): ProgramOptions {
  const parsed = envSchema.safeParse(withoutEmpty(env));
  if (!parsed.success) {
    const names = parsed.error.issues.map(({ path }) => path.join(".")).join(", ");
    throw new UsageError(`Missing or wrong: ${names}`);
  }
  const values = parsed.data;
  const address = parseBaseUrl(values.AI_HUB_SELLER_URL);
  if (!address.ok) {
    throw new UsageError("Missing or wrong: AI_HUB_SELLER_URL");
  }
  return {
    environment: environmentOf(values, address.baseUrl),
    clientId: values.AI_HUB_SELLER_CLIENT_ID,
    clientSecret: values.AI_HUB_SELLER_CLIENT_SECRET,
    limits: {
      access: flags["allow-writes"] ? "write" : "read",
      maxWrites: numberOf("max-writes", flags["max-writes"] ?? "10"),
      maxPriceChange: numberOf("max-price-change", flags["max-price-change"]),
      maxStockChange: numberOf("max-stock-change", flags["max-stock-change"]),
      zeroStock: flags["zero-stock"] ? "ask" : "refuse",
      ways: flagWays,
    },
    masks: !flags["no-masking"],
    ...(values.AI_HUB_SELLER_JOURNAL !== undefined && {
      journalPath: values.AI_HUB_SELLER_JOURNAL,
    }),
  };
}

function environmentOf(values: z.infer<typeof envSchema>, baseUrl: string): SellerEnvironment {
  const kind = values.AI_HUB_SELLER_KIND ?? "sandbox";
  const { AI_HUB_SELLER_USER: user, AI_HUB_SELLER_AMBIENTE: ambiente } = values;
  const lists = listsOf(values.AI_HUB_SELLER_LISTS);
  const timeZone = values.AI_HUB_SELLER_TIME_ZONE;
  return {
    name: values.AI_HUB_SELLER_NAME ?? kind,
    kind,
    baseUrl,
    codigoSeller: Number(values.AI_HUB_SELLER_CODE),
    ...(user !== undefined && { codigoUsuario: Number(user) }),
    ...(ambiente !== undefined && { ambiente }),
    ...(lists !== undefined && { lists }),
    ...(timeZone !== undefined && { timeZone }),
  };
}

/** The lists' places. An invalid choice stops the start, because lists would be read otherwise than chosen. */
function listsOf(text: string | undefined): ListChoices | undefined {
  const parsed = text === undefined ? undefined : listChoicesSchema.safeParse(parseJson(text));
  if (parsed?.success === false) {
    throw new UsageError("Missing or wrong: AI_HUB_SELLER_LISTS");
  }
  return parsed?.data;
}

function numberOf(name: string, value: string): number {
  if (!/^\d{1,4}$/u.test(value)) {
    throw new UsageError(`Not understood: --${name}`);
  }
  return Number(value);
}

/** Drops empty variables: a client passes a variable without a value as an empty string. */
function withoutEmpty(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
}
