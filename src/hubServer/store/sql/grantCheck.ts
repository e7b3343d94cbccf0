import { runPeriod } from "../runTerms.ts";
import { fromStoredText } from "../storedText.ts";
import { jsonIn, numberIn, textIn, type Sql, type SqlRow } from "./sql.ts";

/**
 * The problem of a value that the hub never writes and that would grant something: a limit of a run's cap on a month's
 * budget, or a negative amount, which a settlement or a rate would count as unused.
 */
export async function findGrantProblem(sql: Sql): Promise<string | undefined> {
  const [budget] = await sql.rows(
    "SELECT budget_id FROM budget_use WHERE period <> ? AND (held_limit IS NOT NULL OR keep_until IS NOT NULL)",
    [runPeriod],
  );
  if (budget) {
    return `The budget ${fromStoredText(textIn(budget, "budget_id"))} has a limit that its record does not have.`;
  }
  const [rate] = await sql.rows(
    "SELECT token_id FROM rate_bucket WHERE requests < 0 OR completions < 0 OR tokens < 0",
    [],
  );
  if (rate) {
    return `The token ${fromStoredText(textIn(rate, "token_id"))} has a negative rate, which the hub never writes.`;
  }
  const open = await sql.rows("SELECT * FROM reservation", []);
  const forged = open.find((row) => amountsOf(row).some((amount) => !(amount >= 0)));
  return forged && `The reservation ${fromStoredText(textIn(forged, "id"))} has a negative amount.`;
}

interface Body {
  readonly inputTokens: number;
  readonly inputCost: number;
  readonly perMillionOutput: number;
  readonly claims?: Claims;
}

type Claims = readonly { readonly amount: number; readonly perToken?: number | null }[];

function amountsOf(row: SqlRow): readonly number[] {
  const body = jsonIn<Body>(row, "body");
  // PostgreSQL has a column of claims.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a claim without amounts is a problem too
  const claims = body.claims ?? (row["claims"] as Claims);
  return [
    numberIn(row, "told_tokens"),
    numberIn(row, "rate_tokens"),
    body.inputTokens,
    body.inputCost,
    body.perMillionOutput,
    ...claims.flatMap(({ amount, perToken }) => [amount, perToken ?? 0]),
  ];
}
