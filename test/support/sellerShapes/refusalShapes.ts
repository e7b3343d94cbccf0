import { type Draft, json, type RefusedCall, type Shape, text } from "./shape.ts";

/** Errors with their own status, whose words stand somewhere else. */
export const errorShapes: Readonly<Record<string, Shape>> = {
  "error-mensagens": refusing(({ mensagem, erros }) => ({
    mensagens: [mensagem, ...erros.map((one) => one.mensagem)],
  })),
  "error-campos": refusing(({ erros, mensagem }) => ({
    mensagem,
    campos: Object.fromEntries(erros.map((one) => [one.campo, [one.mensagem]])),
  })),
  "error-spring": refusing(({ status, mensagem, erros }) => ({
    timestamp: "2026-11-20T12:00:00.000+00:00",
    status,
    error: "Unprocessable Entity",
    message: mensagem,
    errors: erros.map((one) => ({ field: one.campo, defaultMessage: one.mensagem })),
  })),
  "error-nested": refusing(({ codigo, mensagem, erros }) => ({
    erro: { codigo, descricaoErro: mensagem, detalhes: erros },
  })),
  "error-descricao": refusing(({ codigo, mensagem }) => ({
    codigoErro: codigo,
    descricaoErro: mensagem,
  })),
  "error-problem": {
    refused: ({ status, mensagem, erros }) =>
      json(
        {
          type: "about:blank",
          title: "Unprocessable",
          status,
          detail: mensagem,
          "invalid-params": erros.map((one) => ({ name: one.campo, reason: one.mensagem })),
        },
        status,
        { "content-type": "application/problem+json" },
      ),
  },
  "error-html": {
    refused: ({ status, mensagem }) =>
      text(
        `<!doctype html><title>Erro ${status}</title><h1>${mensagem}</h1>`,
        "text/html; charset=utf-8",
        status,
      ),
  },
  "error-xml": {
    refused: ({ status, codigo, mensagem }) =>
      text(
        `<?xml version="1.0" encoding="UTF-8"?><erro><codigo>${codigo}</codigo><mensagem>${mensagem}</mensagem></erro>`,
        "application/xml",
        status,
      ),
  },
  "error-xml-campos": {
    refused: ({ status, mensagem, erros }) =>
      text(
        `<?xml version="1.0"?><retorno><mensagem>${mensagem}</mensagem><erros>${erros
          .map(
            (one) => `<erro><campo>${one.campo}</campo><mensagem>${one.mensagem}</mensagem></erro>`,
          )
          .join("")}</erros></retorno>`,
        "application/xml",
        status,
      ),
  },
  "error-text": { refused: ({ status, mensagem }) => text(mensagem, "text/plain", status) },
  "error-empty": { refused: ({ status }) => text("", "text/plain", status) },
  /** Markdown, HTML, colours of a terminal, a change of the writing direction, a command link. */
  "error-hostile": refusing(({ codigo, mensagem }) => ({
    codigo,
    mensagem: `${mensagem} <img src=x onerror=alert(1)> [aqui](command:workbench.action.quit) \u001B[31m\u202Eoxiabed ![](http://127.0.0.1:9/x)`,
  })),
};

/** Errors whose status is 200: only the body says no. */
export const complaintShapes: Readonly<Record<string, Shape>> = {
  "complaint-sucesso": complaining(({ mensagem }) => ({ sucesso: false, mensagem })),
  "complaint-success": complaining(({ mensagem }) => ({ success: false, message: mensagem })),
  "complaint-status": complaining(({ mensagem }) => ({ status: "ERRO", mensagem })),
  "complaint-erros": complaining(({ mensagem, erros }) => ({
    erros: erros.length > 0 ? erros : [{ mensagem }],
  })),
  "complaint-errors": complaining(({ mensagem }) => ({ errors: [{ defaultMessage: mensagem }] })),
  "complaint-code": complaining(({ mensagem }) => ({ codigo: 422, mensagem })),
  "complaint-retorno": complaining(({ mensagem }) => ({
    retorno: { status: "Erro", registros: [{ status: "Erro", mensagem }] },
  })),
  "complaint-false": complaining(() => false),
  "complaint-fault": complaining(({ mensagem }) => ({
    faultcode: "SOAP-ENV:Client-5",
    faultstring: mensagem,
  })),
  "complaint-status-message": complaining(({ mensagem }) => ({
    status: "0",
    pendingPrinting: "false",
    statusMessage: mensagem,
  })),
  "complaint-user-errors": complaining(({ mensagem }) => ({
    data: { cancelarPedido: { pedido: null, userErrors: [{ message: mensagem }] } },
  })),
  "complaint-count": complaining(({ mensagem }) => ({ totalErros: 250, mensagem })),
  "complaint-descricao": complaining(({ mensagem }) => ({ codigo: 3, descricao: mensagem })),
  "complaint-xml-code": {
    refused: ({ mensagem }) =>
      text(
        `<ns2:resposta xmlns:ns2="urn:x"><codigoErro>31</codigoErro><mensagem>${mensagem}</mensagem></ns2:resposta>`,
        "text/xml",
      ),
  },
  "complaint-xml": {
    refused: ({ mensagem }) =>
      text(
        `<?xml version="1.0"?><retorno><sucesso>false</sucesso><mensagem>${mensagem}</mensagem></retorno>`,
        "application/xml",
      ),
  },
};

const mensagem = "Registro atualizado com sucesso.";

/** Successful writes whose answer says less, or says it otherwise. */
export const writtenShapes: Readonly<Record<string, Shape>> = {
  "written-204": { written: () => text("", "text/plain", 204) },
  "written-201": { written: (answer) => json(answer, 201) },
  "written-empty": { written: () => text("", "application/json") },
  "written-text": { written: () => text("OK", "text/plain") },
  "written-true": { written: () => json(true) },
  "written-sucesso": { written: () => json({ sucesso: true, mensagem, erros: [] }) },
  "written-status": { written: () => json({ status: 200, message: mensagem }) },
  "written-record": { written: ({ registro }) => json(registro) },
  "written-list": { written: (answer) => json([answer]) },
  "written-count": { written: () => json({ processados: 1, totalErros: 0, rejeitados: "0" }) },
  "written-xml": {
    written: () =>
      text(`<ns2:resposta xmlns:ns2="urn:x"><return>OK</return></ns2:resposta>`, "text/xml"),
  },
  "written-retorno": {
    written: () =>
      json({ retorno: { status: "OK", codigo_erro: 0, registros: [{ status: "OK" }] } }),
  },
};

function refusing(body: (error: RefusedCall) => unknown): Shape {
  return { refused: (error) => json(body(error), error.status) };
}

function complaining(body: (error: RefusedCall) => unknown): Shape {
  const refused = (error: RefusedCall): Draft => json(body(error));
  return { refused };
}
