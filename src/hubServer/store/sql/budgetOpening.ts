import type { Amount, AuditEvent } from "../records.ts";
import { toStoredText } from "../storedText.ts";
import type { Statement } from "./sql.ts";

export interface BudgetOpening {
  readonly period: string;
  readonly spent: Amount;
}

export function openingDetail({ period, spent }: BudgetOpening): NonNullable<AuditEvent["detail"]> {
  return { opened_period: period, opened_spent: spent };
}

export function openingIn({
  detail = {},
}: AuditEvent): (BudgetOpening & { readonly budgetId: string }) | undefined {
  const { opened_period: period, opened_spent: spent, object, object_id: budgetId } = detail;
  return object === "budget" &&
    typeof budgetId === "string" &&
    typeof period === "string" &&
    typeof spent === "number"
    ? { budgetId, period, spent }
    : undefined;
}

export function openingStatements(event: AuditEvent | undefined): readonly Statement[] {
  const opening = event && openingIn(event);
  return opening
    ? [
        {
          sql: "INSERT INTO budget_use (budget_id, period, spent, reserved) VALUES (?, ?, ?, 0)",
          values: [toStoredText(opening.budgetId), opening.period, opening.spent],
        },
      ]
    : [];
}
