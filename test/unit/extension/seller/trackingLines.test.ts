import { expect, test } from "vitest";

import { trackingLines } from "../../../../src/extension/seller/page/trackingLines.ts";

const one = { codigoStatus: "50", nomeTransportadora: "Correios" };

test.each([
  ["500001\tBR1\n500002\tBR2\n", ["500001;50;BR1;Correios", "500002;50;BR2;Correios"]],
  ["Pedido;Rastreio\r\n500001; BR 1 \r\n", ["500001;50;BR 1;Correios"]],
  [" 500001 BR1\n\n500002\n", ["500001;50;BR1;Correios", "500002;50;;Correios"]],
  ["500001 =SUM(A1)", ["500001;50;'=SUM(A1);Correios"]],
])("orders and codes are read from %j", (lines, rows) => {
  const read = trackingLines({ ...one, lines });
  expect("text" in read ? read.text.trim().split(/\r?\n/u).slice(1) : read).toEqual(rows);
});

test.each([
  ["500001 BR1\nabc BR2 3", "abc BR2 3"],
  ["500001;BR1;Correios", "500001;BR1;Correios"],
  ["Pedido", ""],
  [" \n", ""],
])("a line that is none of an order is named: %j", (lines, wrong) => {
  expect(trackingLines({ ...one, lines })).toEqual({ wrong });
});

test("a number alone says nothing without a status", () => {
  expect(trackingLines({ ...one, codigoStatus: "", lines: "500001" })).toEqual({ wrong: "500001" });
});
