import * as z from "zod/mini";

import { taintCauses } from "../trust/taint.ts";

const partSchema = z.union([
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("image"), mimeType: z.string(), base64: z.string() }),
]);

export const storedCallSchema = z.object({
  id: z.string(),
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
});

const messageSchema = z.discriminatedUnion("role", [
  z.object({ role: z.literal("system"), content: z.string() }),
  z.object({ role: z.literal("user"), content: z.union([z.string(), z.array(partSchema)]) }),
  z.object({
    role: z.literal("assistant"),
    content: z.string(),
    toolCalls: z.exactOptional(z.array(storedCallSchema)),
  }),
  z.object({
    role: z.literal("tool"),
    callId: z.string(),
    content: z.string(),
    isError: z.exactOptional(z.boolean()),
  }),
]);

export const storedStateFields = {
  messages: z.array(messageSchema),
  steps: z.number(),
  cost: z.string(),
  tokens: z.exactOptional(z.number()),
  mode: z.enum(["agent", "plan", "ask"]),
  taint: z.exactOptional(z.enum(taintCauses)),
  cap: z.exactOptional(z.object({ id: z.string(), limit: z.string() })),
  isUnchecked: z.exactOptional(z.literal(true)),
};
