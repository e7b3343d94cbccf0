import type { ApiCallId } from "../../seller/contract/calls.ts";
import { catalogHandlers } from "./catalog.ts";
import { conditionHandlers } from "./conditions.ts";
import type { Handlers } from "./handler.ts";
import { orderHandlers } from "./orders.ts";

export const handlers: Handlers<ApiCallId> = {
  ...catalogHandlers,
  ...conditionHandlers,
  ...orderHandlers,
};
