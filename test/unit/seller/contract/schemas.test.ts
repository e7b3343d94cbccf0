import { describe, expect, test } from "vitest";

import {
  type ApiCallId,
  sellerCall,
  sellerCallIds,
} from "../../../../src/seller/contract/calls.ts";
import { readList } from "../../../../src/seller/contract/lists/readList.ts";
import { readOrder } from "../../../../src/seller/contract/lists/readOrder.ts";
import { openApiDocument } from "../../../../src/seller/contract/openApi.ts";
import { portalRequest } from "../../../../src/seller/contract/request.ts";
import { readTokenFacts } from "../../../../src/seller/contract/responses.ts";
import { fieldsOf } from "../../../../src/seller/contract/schemaFields.ts";
import { sellerTools, toolInput } from "../../../../src/seller/contract/toolSchemas.ts";
import { validateCall } from "../../../../src/seller/contract/validate.ts";
import { samples } from "./samples.ts";

const baseUrl = "https://portal.example.com";

test("the six bodies have the fields that the specification lists, in its order", () => {
  const bodies = sellerCallIds.flatMap((id) => {
    const { body } = sellerCall(id);
    return body
      ? [
          [
            body.name,
            fieldsOf(body.schema)
              .map(({ name }) => name)
              .join(" "),
          ],
        ]
      : [];
  });
  expect(Object.fromEntries(bodies)).toEqual({
    Product:
      "codigoProdutoSeller descricao codigoNcmBase codigoBarrasEAN codigoMarca codigoMercadoria codigoDepartamento codigoCategoria peso altura largura comprimento prazoValidade quantidadeMinimaFracionada",
    Price: "produto.codigo estado.codigo valorPrecoBase dataInicio dataFim",
    DeliveryTerm: "estado.codigo cepInicio cepFim quantidadeDiasEntrega dataInicio",
    MinimumOrder: "id.fornecedor.codigoPessoa id.estado.codigo valor",
    OrderTracking:
      "numeroPedido codigoStatus codigoRastreamento nomeTransportadora urlRastreamento",
    OrderCancellation: "numeroPedido codigoMotivoCancelamento observacao",
  });
});

test("every call has the method, path and query of the specification", () => {
  const requests = Object.entries(samples).map(([id, input]) => {
    const { method, url } = portalRequest(baseUrl, id as ApiCallId, input as never);
    return `${method} ${url.slice(baseUrl.length)}`;
  });
  expect(requests).toEqual([
    "POST /portal-seller/produtos/salvar/1001/7",
    "GET /portal-seller/produtos/buscar?codigoPessoaSeller=1001",
    "PUT /portal-seller/estoques/atualizar/123/50",
    "GET /portal-seller/estoques/buscar?codigoFornecedorSeller=1001",
    "POST /portal-seller/precos/salvar",
    "GET /portal-seller/precos/buscar?codigoSeller=1001",
    "POST /portal-seller/prazos/salvar/1001",
    "GET /portal-seller/prazos/buscar?codigoSeller=1001",
    "POST /portal-seller/pedidoMinimo/salvar",
    "GET /portal-seller/pedidoMinimo/buscar?codigoSeller=1001",
    "POST /portal-seller/pedidos/registrarRastreio",
    "POST /portal-seller/pedidos/cancelarPedido",
    "GET /portal-seller/pedidos/buscarPedidoPorCodigo/555",
  ]);
});

test("a body goes out with its fields in the order of the specification, however it came in", () => {
  const { body } = samples.cancelOrder;
  const reversed = Object.fromEntries(Object.entries(body).toReversed());
  const { input } = validateCall("cancelOrder", { body: reversed });
  expect(input && portalRequest(baseUrl, "cancelOrder", input).body).toBe(JSON.stringify(body));
});

test("a request cannot be changed after it was shown", () => {
  const request = portalRequest(baseUrl, "getOrder", samples.getOrder);
  expect(Object.isFrozen(request)).toBe(true);
  expect(request).not.toHaveProperty("body");
});

test("what a body needs to mean anything is a field of it", () => {
  for (const id of sellerCallIds) {
    const { body } = sellerCall(id);
    const names = new Set(body && fieldsOf(body.schema).map(({ path }) => path[0]));
    expect(body?.essential.filter((name) => !names.has(name)) ?? []).toEqual([]);
  }
});

describe("tools", () => {
  test("there are fourteen, with names that every provider takes", () => {
    expect(sellerTools.map(({ name }) => name)).toEqual([
      "seller_get_token",
      "seller_save_product",
      "seller_list_products",
      "seller_update_stock",
      "seller_list_stock",
      "seller_save_price",
      "seller_list_prices",
      "seller_save_delivery_term",
      "seller_list_delivery_terms",
      "seller_save_minimum_order",
      "seller_list_minimum_orders",
      "seller_register_tracking",
      "seller_cancel_order",
      "seller_get_order",
    ]);
  });

  test("parameters and the body's fields are one flat object", () => {
    const tool = sellerTools.find(({ call }) => call === "saveDeliveryTerm");
    expect(tool?.parameters).toMatchObject({
      type: "object",
      required: ["estado", "cepInicio", "cepFim", "quantidadeDiasEntrega"],
      additionalProperties: false,
      properties: {
        codigoSeller: { type: "integer", description: "seller code" },
        estado: {
          type: "object",
          properties: { codigo: { type: "integer", description: "the state code" } },
          additionalProperties: false,
        },
        cepInicio: { type: "string", pattern: "^\\d{8}$" },
        quantidadeDiasEntrega: { type: "integer", description: "delivery days" },
      },
    });
  });

  test("what only the caller knows is required", () => {
    const tool = sellerTools.find(({ call }) => call === "updateStock");
    expect(tool?.parameters["required"]).toEqual(["codigoProdutoMarketplace", "quantidadeEstoque"]);
  });

  test.each(Object.entries(samples))("flat arguments of %s become its input", (id, sample) => {
    const body = "body" in sample ? sample.body : {};
    const input = toolInput(id as ApiCallId, { ...sample.parameters, ...body });
    expect(validateCall(id as ApiCallId, input)).toEqual({
      errors: [],
      warnings: [],
      input: sample,
    });
  });

  test("the environment fills in the seller, unless it was given", () => {
    const known = { codigoSeller: 1001, codigoUsuario: 7 };
    expect([
      toolInput("listStock", {}, known),
      toolInput("listStock", { codigoFornecedorSeller: 5 }, known),
    ]).toEqual([
      { parameters: { codigoFornecedorSeller: 1001 } },
      { parameters: { codigoFornecedorSeller: 5 } },
    ]);
  });

  test("an argument that no call has is refused, and so are arguments that are no object", () => {
    const found = [{ numeroPedido: 1, url: "https://evil.example" }, "numeroPedido=1"].map(
      (args) => validateCall("getOrder", toolInput("getOrder", args)).errors,
    );
    expect(found).toEqual([
      [{ code: "unknownField", path: "url" }],
      [
        { code: "missingParameter", path: "numeroPedido" },
        { code: "unknownField", path: "" },
      ],
    ]);
  });
});

test("the OpenAPI document has the fourteen operations; only the token needs no token", () => {
  const document = openApiDocument([baseUrl]) as {
    paths: Record<string, Record<string, { operationId: string; security?: [] }>>;
  };
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  expect(operations.map(({ operationId }) => operationId)).toEqual([...sellerCallIds]);
  expect(operations.filter(({ security }) => security)).toMatchObject([
    { operationId: "getToken" },
  ]);
  expect(JSON.parse(JSON.stringify(document))).toEqual(document);
});

describe("answers", () => {
  const entry = { codigoProdutoMarketplace: 1 };

  test.each([
    [[entry]],
    [{ content: [entry], totalElements: 1 }],
    [{ data: { items: [entry] } }],
    [{ produtos: [entry], total: 1 }],
    [[entry, null, 5, "x"]],
  ])("%j is a list of one", (answer) => {
    expect(readList(answer)).toEqual([entry]);
  });

  test.each([[[]], [null], [undefined], [""], [{ content: [] }]])(
    "%j is an empty list",
    (answer) => {
      expect(readList(answer)).toEqual([]);
    },
  );

  test.each([["<html>"], [5], [{ message: "error" }], [{ a: [entry], b: [entry] }]])(
    "%j is no list",
    (answer) => {
      expect(readList(answer)).toBeUndefined();
    },
  );

  test("an order is found bare, wrapped, or alone in a list", () => {
    const order = { numeroPedido: 1, codigoStatus: 2 };
    expect(
      [order, { pedido: order }, [order], { data: [order] }].map((answer) => readOrder(answer, 1)),
    ).toEqual([order, order, order, order]);
    expect([null, [], {}, "x"].map((answer) => readOrder(answer, 1))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("what a token says is read as far as it is there", () => {
    expect(readTokenFacts({ expires_in: "86399", codigoSeller: 1001, ambiente: "HML" })).toEqual({
      expiresInS: 86_399,
      scope: undefined,
      codigoSeller: 1001,
      ambiente: "HML",
    });
    expect(readTokenFacts("<html>")).toEqual({
      expiresInS: undefined,
      scope: undefined,
      codigoSeller: undefined,
      ambiente: undefined,
    });
  });
});
