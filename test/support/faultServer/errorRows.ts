import { accessErrors } from "./errorRows/accessErrors.ts";
import { budgetErrors } from "./errorRows/budgetErrors.ts";
import type { ErrorRow } from "./errorRows/errorRow.ts";
import { loadErrors } from "./errorRows/loadErrors.ts";
import { protectionErrors } from "./errorRows/protectionErrors.ts";
import { requestsErrors } from "./errorRows/requestsErrors.ts";

/** Every error shape that the client must recognise. */
export const errorRows: readonly ErrorRow[] = [
  ...budgetErrors,
  ...protectionErrors,
  ...accessErrors,
  ...loadErrors,
  ...requestsErrors,
];
