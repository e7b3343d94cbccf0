import { JournaledPrices } from "../seller/chatTools/firstPrices.ts";
import { presentPrices, priceField, priceOf } from "../seller/chatTools/presentPrices.ts";
import { valueAt } from "../seller/contract/schemaFields.ts";
import { type FileQuestion, FileQuestions } from "../seller/csv/check/checkFile.ts";
import type { CheckedRow, ValidRow } from "../seller/csv/check/rowCheck.ts";
import { effectOf } from "../seller/csv/columns/comparison.ts";
import type { SellerAccess } from "../seller/write/sellerAccess.ts";
import {
  defaultCalmLimits,
  isOverShare,
  percentOf,
  RiskCount,
  type RowRisk,
  riskOf,
} from "../seller/write/writeRisks.ts";
import { visibleText } from "../shared/text/visibleText.ts";
import type { ImportOptions } from "./importOptions.ts";
import { lineOf, type PreparedImport } from "./importWrites.ts";
import type { ProgramOptions } from "./programOptions.ts";

interface LimitDeps {
  readonly access: Pick<SellerAccess, "earlier">;
  readonly limits: ProgramOptions["limits"];
  readonly say: (line: string) => void;
}

const maxLinesSaid = 200;

export async function checkRows(
  prepared: PreparedImport,
  options: ImportOptions,
  { access, limits, say }: LimitDeps,
): Promise<{
  readonly refusal: string | undefined;
  readonly invalid: number;
  readonly toWrite: number;
}> {
  const { rows, records } = prepared;
  const journaled = await journaledPrices(prepared, access);
  if (journaled === "unreadable") {
    return { refusal: unreadableJournal, invalid: 0, toWrite: 0 };
  }
  const risks = new RiskCount({
    priceChange: limits.maxPriceChange,
    stockChange: limits.maxStockChange ?? defaultCalmLimits.stockChange,
  });
  let steps = 0;
  let invalid = 0;
  let toWrite = 0;
  const questions = new FileQuestions();
  for await (const row of rows()) {
    questions.add(row);
    if (!isValid(row)) {
      invalid += 1;
      if (invalid <= maxLinesSaid) {
        say(lineOf(row));
      }
    } else if (isWritten(row, prepared)) {
      toWrite += 1;
      const { risk, isStep } = risksOfRow(row, prepared, journaled);
      risks.count(risk);
      steps += isStep && risk.jump > limits.maxPriceChange ? 1 : 0;
    }
  }
  const refusals = [
    ambiguousText(questions.all),
    ...riskRefusals(risks, limits, options),
    steps > 0
      ? `${steps} of them count from what the price was before the first such write of a day.`
      : "",
    isOverShare(toWrite, records, options.maxShare)
      ? `${toWrite} rows would be written; the portal has ${records} records (flag --max-share).`
      : "",
  ].filter((text) => text !== "");
  return {
    refusal: refusals.length > 0 ? refusals.join("\n") : undefined,
    invalid,
    toWrite,
  };
}

function ambiguousText(questions: readonly FileQuestion[]): string {
  const ambiguous = questions.find(({ code }) => code === "ambiguousNumber");
  const { text = "", line = 0, count = 0 } = ambiguous ?? {};
  return count === 0
    ? ""
    : `${count} numbers such as ${visibleText(text)} (line ${line}) may be thousands or have three decimals (flag --decimal).`;
}

const unreadableJournal =
  "The journal could not be read, so the limit of the prices' change cannot be checked.";

/** The day's first prices from the journal. If it cannot be read, they are unknown and prices may not change. */
async function journaledPrices(
  { profile: { call }, desk, now }: PreparedImport,
  { earlier }: LimitDeps["access"],
): Promise<JournaledPrices | "unreadable"> {
  const { codigoSeller } = desk.environment;
  try {
    const entries = call === "savePrice" ? await earlier() : [];
    return new JournaledPrices(entries, { now, codigoSeller });
  } catch {
    return "unreadable";
  }
}

function isWritten(
  { isRepeat, input }: ValidRow,
  { profile: { call }, before, now }: PreparedImport,
): boolean {
  return isRepeat !== true && effectOf(call, input, { current: before, now }) !== "same";
}

/** The risks of a row. `isStep`: the price changed more since the day's first program write than in this row. */
function risksOfRow(
  { input }: ValidRow,
  { profile: { call }, desk, before, now }: PreparedImport,
  journaled: JournaledPrices,
): { readonly risk: RowRisk; readonly isStep: boolean } {
  const { stock, ...others } = riskOf(call, input, { records: before.matching(input), now });
  // A product back in stock is no risk, and a scheduler could not ask about it.
  const risk = stock && stock.before > 0 ? { ...others, stock } : others;
  const after = valueAt(input.body, priceField);
  if (journaled.isEmpty || typeof after !== "number") {
    return { risk, isStep: false };
  }
  const { url } = desk.client.prepare(call, input);
  const changes = presentPrices(input.body, journaled.of(url, input.body)).map((price) =>
    percentOf(priceOf(price), after),
  );
  const jump = Math.max(risk.jump, ...changes);
  return { risk: { ...risk, jump }, isStep: jump > risk.jump };
}

function riskRefusals(
  { zeroStock, priceJumps, unknownPrices, stockJump, stockJumps, calmStockChange }: RiskCount,
  limits: ProgramOptions["limits"],
  { allowsNewPrices }: Pick<ImportOptions, "allowsNewPrices">,
): readonly string[] {
  return [
    zeroStock > 0 && limits.zeroStock === "refuse"
      ? `${zeroStock} stocks would go to zero (flag --zero-stock).`
      : "",
    stockJump
      ? `${stockJumps} stocks would change by more than ${calmStockChange} % or to below a tenth, the first of them from ${stockJump.before} to ${stockJump.after} (flag --max-stock-change).`
      : "",
    priceJumps > 0
      ? `${priceJumps} prices would change by more than ${limits.maxPriceChange} % (flag --max-price-change).`
      : "",
    unknownPrices > 0 && !allowsNewPrices
      ? `${unknownPrices} prices have no present price in the portal, so their change is unknown (flag --new-prices).`
      : "",
  ];
}

function isValid(row: CheckedRow): row is ValidRow {
  return row.input !== undefined;
}
