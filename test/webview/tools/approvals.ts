import type { Snapshot } from "../../../src/shared/calls/protocol.ts";
import type { ToolsState } from "../../../src/shared/calls/toolsCalls.ts";
import type {
  AssistantMessage,
  ToolCallPart,
} from "../../../src/shared/conversation/conversation.ts";
import type { PendingApproval, WriteProposal } from "../../../src/shared/conversation/tool.ts";
import { answer, readyView, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { openChat, type OpenOptions, type OpenPage } from "../../support/fakeHost/chatPage.ts";
import { hostOf } from "../../support/fakeHost/hostHandle.ts";

export const toolsState: ToolsState = {
  environment: { name: "Sandbox", isProduction: false },
  access: "write",
  isStopped: false,
  titles: {
    seller_update_stock: { en: "Update stock quantity", ptBr: "Atualizar estoque" },
    seller_list_stock: { en: "List stock", ptBr: "Listar estoque" },
    seller_cancel_order: { en: "Cancel order", ptBr: "Cancelar pedido" },
  },
};

export const stock: WriteProposal = {
  environment: { name: "Sandbox", isProduction: false },
  title: { en: "Update stock quantity", ptBr: "Atualizar estoque" },
  act: {
    en: "Set stock of 123 to 50 in Sandbox",
    ptBr: "Alterar o estoque do 123 para 50 em Sandbox",
  },
  method: "PUT",
  url: "http://127.0.0.1:8787/portal-seller/estoques/atualizar/123/50",
  fields: [
    {
      name: "codigoProdutoMarketplace",
      label: { en: "Product", ptBr: "Produto" },
      before: "123",
      after: "123",
      state: "same",
    },
    {
      name: "quantidadeEstoque",
      label: { en: "Stock quantity", ptBr: "Quantidade em estoque" },
      before: "12",
      after: "50",
      state: "changed",
    },
  ],
  warnings: [],
};

export const production: WriteProposal = {
  environment: { name: "Loja São Paulo", isProduction: true },
  title: { en: "Cancel order", ptBr: "Cancelar pedido" },
  act: {
    en: "Cancel order 500001 in Loja São Paulo",
    ptBr: "Cancelar o pedido 500001 em Loja São Paulo",
  },
  method: "POST",
  url: "https://portal.example.com/portal-seller/pedidos/cancelarPedido",
  body: '{"numeroPedido":500001,"codigoMotivoCancelamento":2,"observacao":"cliente\\u202edesistiu"}',
  fields: [
    {
      name: "numeroPedido",
      label: { en: "Order number", ptBr: "Número do pedido" },
      before: "500001",
      after: "500001",
      state: "same",
    },
    {
      name: "codigoMotivoCancelamento",
      label: { en: "Reason", ptBr: "Motivo do cancelamento" },
      after: "2",
      state: "new",
    },
    {
      name: "observacao",
      label: { en: "Remark", ptBr: "Observação" },
      after: "cliente\u202edesistiu\tda compra",
      state: "new",
    },
  ],
  warnings: [
    {
      en: "Exactly this was sent before, and nobody knows whether it took effect. Check first.",
      ptBr: "Exatamente isto já foi enviado, e não se sabe se teve efeito. Verifique antes.",
    },
  ],
};

export function pending(proposal: WriteProposal, id = "a1"): PendingApproval {
  return { id, callId: "call-1", proposal, armedAt: 0, expiresAt: Date.now() + 590_000 };
}

export function toolCall(change: Partial<ToolCallPart> = {}): ToolCallPart {
  return {
    kind: "toolCall",
    callId: "call-1",
    step: 1,
    name: "seller_update_stock",
    arguments: '{"codigoProdutoMarketplace":123,"quantidadeEstoque":50}',
    state: "waiting",
    ...change,
  };
}

/** A conversation whose answer has called tools and still runs. */
export function calling(
  parts: AssistantMessage["parts"],
  change: Partial<AssistantMessage> = {},
): Snapshot {
  const message = answer("m2", "", { parentId: "m1", state: "streaming", parts, ...change });
  return snapshot({
    messages: [userMessage("m1", "altere o estoque do 123 para 50"), message],
    view: {
      ...readyView,
      turn:
        message.state === "streaming" ? { state: "running", messageId: "m2" } : { state: "idle" },
    },
  });
}

/** A page whose answer asks for this approval. */
export async function openApproval(
  approval: PendingApproval,
  options: Partial<OpenOptions> = {},
): Promise<OpenPage> {
  const opened = await openChat({
    snapshot: calling([{ kind: "text", text: "Vou alterar o estoque." }, toolCall()]),
    results: { decideTool: { outcome: "done" } },
    ...options,
  });
  const { page } = opened;
  await page.locator(".tool-call").waitFor();
  await hostOf(page).tell("showTools", toolsState);
  await hostOf(page).tell("showApprovals", { conversationId: "c1", approvals: [approval] });
  await page.locator(".approval").waitFor();
  return opened;
}
