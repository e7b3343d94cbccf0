import type { ApiCallId } from "../../seller/contract/calls.ts";
import { catalogHandlers } from "./catalog.ts";
import { conditionHandlers } from "./conditions.ts";
import type { Handlers } from "./handler.ts";
import { orderHandlers } from "./orders.ts";

/** Every call but the token's. */
export const handlers: Handlers<ApiCallId> = {
  ...catalogHandlers,
  ...conditionHandlers,
  ...orderHandlers,
};
