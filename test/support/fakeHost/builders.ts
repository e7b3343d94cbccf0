import type { Snapshot, ViewState } from "../../../src/shared/calls/protocol.ts";
import type {
  AttachmentInfo,
  AssistantMessage,
  UserMessage,
} from "../../../src/shared/conversation/conversation.ts";
import type { HubModel } from "../../../src/shared/hubApi/model.ts";

const createdAt = Date.UTC(2026, 10, 21, 14, 0);

export const readyView: ViewState = {
  connection: {
    state: "ready",
    baseUrl: "https://hub.example.com",
    host: "hub.example.com",
    isLocal: false,
    tokenIsKept: true,
  },
  selectedModel: "gpt-x-large",
  attachments: [],
  turn: { state: "idle" },
};

export function userMessage(
  id: string,
  text: string,
  more: Partial<UserMessage> = {},
): UserMessage {
  return { role: "user", id, parentId: null, createdAt, text, attachments: [], ...more };
}

export function answer(
  id: string,
  text: string,
  more: Partial<AssistantMessage> = {},
): AssistantMessage {
  return {
    role: "assistant",
    id,
    parentId: null,
    createdAt,
    model: "gpt-x-large",
    parts: text === "" ? [] : [{ kind: "text", text }],
    state: "complete",
    notices: [],
    ...more,
  };
}

export function snapshot(more: Partial<Snapshot> = {}): Snapshot {
  return {
    messages: [],
    branches: {},
    hasEarlier: false,
    view: readyView,
    conversationId: "c1",
    seq: 0,
    draft: "",
    draftVersion: 0,
    ...more,
  };
}

export function attachment(id: string, more: Partial<AttachmentInfo> = {}): AttachmentInfo {
  return {
    id,
    kind: "selection",
    name: "retry.ts",
    path: "src/retry.ts",
    languageId: "typescript",
    startLine: 12,
    endLine: 40,
    size: 900,
    ...more,
  };
}

export function model(id: string, more: Partial<HubModel> = {}): HubModel {
  return { id, name: id, capabilities: {}, ...more };
}
