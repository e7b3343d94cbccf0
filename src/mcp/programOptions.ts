import * as z from "zod/mini";

import type { LimitWays, WriteLimits } from "../seller/chatTools/writeGate.ts";
import type { SellerEnvironment } from "../seller/client/environment.ts";
import { type ListChoices, listChoicesSchema } from "../seller/contract/listChoice.ts";
import { defaultCalmLimits } from "../seller/write/writeRisks.ts";
import { parseBaseUrl } from "../shared/baseUrl.ts";
import { isTimeZone } from "../shared/calendar.ts";
import { parseJson } from "../shared/json.ts";

/** The options with which the program was started. */
export interface ProgramOptions {
  readonly environment: SellerEnvironment;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly limits: WriteLimits;
  /** Absent: the person's journal, which the editor shows. */
  readonly journalPath?: string;
  /** Personal data in results is masked. */
  readonly masks: boolean;
}

/** A sentence for the person who starts the program; it never quotes a secret. */
export class UsageError extends Error {
  override readonly name = "UsageError";
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

const flagNames = ["--allow-writes", "--zero-stock", "--no-masking"] as const;
const numberNames = ["--max-writes", "--max-price-change", "--max-stock-change"] as const;

/** The refusals of this program name its own flags. */
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

/** Throws `UsageError` for a missing or unknown option. */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ProgramOptions {
  const flags = readFlags(args);
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
      access: flags.has("--allow-writes") ? "write" : "read",
      maxWrites: flags.get("--max-writes") ?? 10,
      maxPriceChange: flags.get("--max-price-change") ?? 20,
      maxStockChange: flags.get("--max-stock-change") ?? defaultCalmLimits.stockChange,
      zeroStock: flags.has("--zero-stock") ? "ask" : "refuse",
      ways: flagWays,
    },
    masks: !flags.has("--no-masking"),
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

/** A choice that is not understood ends the start: lists would be read in another way than chosen. */
function listsOf(text: string | undefined): ListChoices | undefined {
  const parsed = text === undefined ? undefined : listChoicesSchema.safeParse(parseJson(text));
  if (parsed?.success === false) {
    throw new UsageError("Missing or wrong: AI_HUB_SELLER_LISTS");
  }
  return parsed?.data;
}

/** Each flag of the command line, with its number if it takes one. */
function readFlags(args: readonly string[]): ReadonlyMap<string, number> {
  const flags = new Map<string, number>();
  const rest = [...args];
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    if (flagNames.some((known) => known === name)) {
      flags.set(name, 1);
      continue;
    }
    const value = rest.shift() ?? "";
    if (!numberNames.some((known) => known === name) || !/^\d{1,4}$/u.test(value)) {
      throw new UsageError(`Not understood: ${name}`);
    }
    flags.set(name, Number(value));
  }
  return flags;
}

/** A client passes a variable without a value as an empty string. */
function withoutEmpty(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
}
