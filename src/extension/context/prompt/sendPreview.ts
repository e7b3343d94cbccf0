import * as vscode from "vscode";

import type { OpenConversation } from "../../../chat/conversations.ts";
import { runToolLoop } from "../../../chat/tools/toolLoop.ts";
import { reportOf } from "../../../context/requestReport.ts";
import type { ChatRequest } from "../../../hub/wire/chatTypes.ts";
import type { EncodedRequest } from "../../../hub/wire/encodeRequest.ts";
import type { Tool } from "../../../shared/conversation/tool.ts";
import type { HubModel } from "../../../shared/hubApi/model.ts";
import { readableRequest } from "./readableRequest.ts";
import type { PreviewDocuments } from "./requestPreview.ts";

const { l10n } = vscode;

export interface PreviewDeps {
  readonly encode: ((request: ChatRequest) => EncodedRequest) | undefined;
  readonly baseUrl: string;
  readonly model: HubModel;
  readonly tools: readonly Tool[];
  readonly protect: (request: ChatRequest) => Promise<ChatRequest>;
  /** Reported tokens per estimated token. */
  readonly rate: number;
}

/**
 * Shows a readable copy of the next request beside its exact body. Runs every step up to the network and sends nothing.
 */
export async function showPreview(
  { session, draft }: OpenConversation,
  text: string,
  deps: PreviewDeps & { readonly documents: PreviewDocuments },
): Promise<boolean> {
  const { encode, documents, protect, tools, model } = deps;
  if (!encode) {
    return false;
  }
  const messages = session.messagesFor(text, draft.attachments, model.id);
  const asked = await asToolsAsk({ model: model.id, messages }, tools);
  const request = await protect(asked);
  const encoded = encode(request);
  const exact = l10n.t("Request body (exact bytes)");
  const readable = l10n.t("Request (readable)");
  const head = headOf(encoded, request, deps).map((line) => `> ${line}`);
  const shown = [...head, "", readableRequest(request, encoded.body)].join("\n");
  const { document, viewColumn } = await documents.show(`${readable}.md`, shown, {
    preview: false,
  });
  await documents.show(`${exact}.json`, encoded.body, {
    preview: false,
    viewColumn: vscode.ViewColumn.Beside,
  });
  await vscode.window.showTextDocument(document, viewColumn);
  return true;
}

function headOf(
  { path, body }: EncodedRequest,
  request: ChatRequest,
  { baseUrl, model, rate }: PreviewDeps,
): string[] {
  const { bytes, tokens, invisible } = reportOf(body, textsOf(request));
  const number = new Intl.NumberFormat(vscode.env.language);
  const counted = Math.round(tokens * rate);
  const cost = costOf(counted, model);
  return [
    l10n.t("The request that Send would send now. Nothing has been sent."),
    `POST ${baseUrl}${path}`,
    l10n.t("With your token, which is not shown, in the header Authorization."),
    l10n.t("{0} bytes, about {1} tokens", number.format(bytes), number.format(counted)),
    cost === undefined
      ? l10n.t("Cost: the hub reports no price for {0}.", oneLine(model.name))
      : l10n.t("Cost of the input: about {0}", cost),
    invisible.length === 0
      ? l10n.t("No invisible characters.")
      : l10n.t(
          "Invisible characters, shown as escapes below: {0}",
          invisible.map(({ codePoint, count }) => `${codePoint} × ${count}`).join(", "),
        ),
    l10n.t("The exact body, byte for byte, is beside this."),
  ];
}

function costOf(tokens: number, { pricing }: HubModel): string | undefined {
  const price = Number(pricing?.input);
  if (pricing?.input === undefined || !Number.isFinite(price)) {
    return undefined;
  }
  const isCode = pricing.currency !== undefined && /^[A-Za-z]{3}$/u.test(pricing.currency);
  return new Intl.NumberFormat(vscode.env.language, {
    ...(isCode && { style: "currency", currency: pricing.currency }),
    maximumSignificantDigits: 3,
  }).format(price * tokens);
}

function textsOf({ messages, tools = [] }: ChatRequest): readonly string[] {
  const contents = messages.flatMap(({ content }) =>
    typeof content === "string"
      ? [content]
      : content.flatMap((part) => (part.type === "text" ? [part.text] : [])),
  );
  return tools.length === 0 ? contents : [...contents, JSON.stringify(tools)];
}

/** The request as the tool loop would send it, captured before sending. */
async function asToolsAsk(request: ChatRequest, tools: readonly Tool[]): Promise<ChatRequest> {
  let asked = request;
  const events = runToolLoop(
    request,
    { signal: new AbortController().signal },
    {
      // oxlint-disable-next-line typescript/require-await -- the loop reads an async stream
      async *streamChat(first) {
        asked = first;
        yield { kind: "finished", reason: "stop" };
      },
      newId: () => crypto.randomUUID(),
      tools,
      approve: () => Promise.reject(new Error("A preview calls no tool")),
      scan: (text) => text,
    },
  );
  let next = await events.next();
  while (next.done !== true) {
    next = await events.next();
  }
  return asked;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\u2028\u2029]+/gu, " ");
}
