import { validateCall } from "../../../../src/seller/contract/validate.ts";
import type { ValidRow } from "../../../../src/seller/csv/check/rowCheck.ts";
import type { CheckedRow } from "../../../../src/seller/csv/check/rowCheck.ts";
import type { WriteEnd } from "../../../../src/seller/write/journaledWrite.ts";
import type { Clock } from "../../../../src/shared/base/clock.ts";

/** Pauses take no time. */
export class HastyClock implements Clock {
  #now = 0;
  now(): number {
    return this.#now;
  }
  readonly startTimer = (callback: () => void, ms: number): (() => void) => {
    this.#now += ms;
    queueMicrotask(callback);
    return () => undefined;
  };
}

export function rowAt(index: number, isValid: boolean): CheckedRow {
  const row = { line: index + 2, cells: [], isBroken: false, isOddlyEncoded: false };
  const checked = { row, errors: [], warnings: [] };
  const raw = { parameters: { codigoProdutoMarketplace: index, quantidadeEstoque: 1 } };
  const { input } = validateCall("updateStock", raw);
  // A row's input is that of any call; this one is of the stock's.
  return isValid && input ? { ...checked, input: input as ValidRow["input"] } : checked;
}

export async function* source(rows: readonly boolean[]): AsyncGenerator<CheckedRow> {
  for (const [index, isValid] of rows.entries()) {
    yield await Promise.resolve(rowAt(index, isValid));
  }
}

export const written: WriteEnd = {
  outcome: "done",
  answer: { status: 200, requestId: undefined, body: undefined, raw: "" },
  noted: { id: "1", at: 0 },
};
