import { describe, expect, test } from "vitest";

import { snippetLanguages, snippetOf } from "../../../../src/seller/client/snippet.ts";
import { portalRequest } from "../../../../src/seller/contract/request.ts";
import { samples } from "../contract/samples.ts";

const baseUrl = "https://portal.example.com";

describe.each(snippetLanguages)("in %s", (language) => {
  test("a write looks like this", () => {
    const request = portalRequest(baseUrl, "cancelOrder", {
      parameters: {},
      body: { numeroPedido: 1, observacao: `it's "so" $HOME \`x\` \\ \n é` },
    });
    expect(snippetOf(request, language)).toMatchSnapshot();
  });

  test("the stock update has no body", () => {
    const request = portalRequest(baseUrl, "updateStock", samples.updateStock);
    expect(snippetOf(request, language)).toMatchSnapshot();
  });

  test("the token's call takes its credentials from the environment", () => {
    const request = { call: "getToken", method: "POST", url: `${baseUrl}/sgi-api/oauth/token` };
    expect(snippetOf({ ...request, call: "getToken" }, language)).toMatchSnapshot();
  });
});
