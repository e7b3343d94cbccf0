import { readFlags, UsageError } from "../sharedNode/flags.ts";
import { type FlagValues, sharedFlags } from "./programOptions.ts";

export interface ImportOptions {
  readonly file: string;
  readonly profile: string;
  /** A file's path; absent: the profiles saved in the editor. */
  readonly profiles?: string;
  readonly isDryRun: boolean;
  /** Percentage of the portal's records. */
  readonly maxShare: number;
  /** Allows prices without a present price at the portal. */
  readonly allowsNewPrices: boolean;
  readonly decimal?: "," | ".";
  /** The person repeats the name of a production environment to confirm it. */
  readonly production: string | undefined;
  readonly flags: FlagValues;
}

export const importHelpText = `mcp.mjs import <file.csv> --profile <name> [flags]

Writes the rows of a CSV file, as an import profile reads them, without an editor. Rows that change
nothing are not sent, so that a run that was cut off is simply started again.

  --profile <name>             the import profile, saved in the editor with the columns of such a file
  --profiles <file>            its file, if not this person's seller-import-profiles.json, which the
                               editor keeps in AI Hub's data folder (AI_HUB_HOME, else
                               ~/.local/share/ai-hub, on macOS ~/Library/Application Support/ai-hub,
                               on Windows %LOCALAPPDATA%\\ai-hub); for another machine, copy it
  --decimal <comma|point>      the decimal sign, if neither the profile nor the file says what 1.000 is
  --dry-run                    checks and compares every row, and writes nothing
  --allow-writes               without it nothing is written either
  --production <name>          needed in production: AI_HUB_SELLER_NAME, repeated
  --zero-stock                 allows rows that set a stock to zero
  --max-price-change <percent> 20; a file with a larger change is not written
  --max-stock-change <percent> 80; the same for stocks, also for a stock below a tenth; 1000 allows every
                               change but that to zero
  --new-prices                 allows prices where the portal shows none yet; their change is unknown
  --max-share <percent>        20; of the portal's records, for a file that changes more of them

The environment comes from the variables of the server (mcp.mjs --help). Exit codes: 0 everything is
written or was there, 1 rows failed or are invalid, 2 usage, 3 a limit refused the file, 4 the outcome
of rows is unknown, 5 the portal or the file cannot be read, 6 the portal accepted every row, but a reading
afterwards does not show all of them: mcp.mjs verify looks again.`;

const flags = {
  ...sharedFlags,
  profile: { type: "string" },
  profiles: { type: "string" },
  "max-share": { type: "string", default: "20" },
  decimal: { type: "string" },
  production: { type: "string" },
  "dry-run": { type: "boolean", default: false },
  "new-prices": { type: "boolean", default: false },
} as const;

/** Throws `UsageError`; options of the environment are read elsewhere. */
export function readImportOptions(args: readonly string[]): ImportOptions {
  const { values, positionals } = readFlags(args, flags, true);
  const [file] = positionals;
  const { profile, profiles, production, "max-share": share } = values;
  const decimal = decimalOf(values.decimal);
  if (file === undefined || positionals.length > 1 || !profile || profiles === "") {
    throw new UsageError("An import needs one file and --profile.");
  }
  if (!/^\d{1,3}$/u.test(share)) {
    throw new UsageError("Not understood: --max-share");
  }
  return {
    file,
    profile,
    ...(profiles !== undefined && { profiles }),
    ...(decimal && { decimal }),
    isDryRun: values["dry-run"] || !values["allow-writes"],
    maxShare: Number(share),
    allowsNewPrices: values["new-prices"],
    production,
    flags: values,
  };
}

function decimalOf(name: string | undefined): "," | "." | undefined {
  if (name !== undefined && name !== "comma" && name !== "point") {
    throw new UsageError("Not understood: --decimal");
  }
  return name && (name === "comma" ? "," : ".");
}
