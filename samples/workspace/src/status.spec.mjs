import assert from "node:assert/strict";
import { test } from "node:test";

import { statusText } from "./status.mjs";

test("a customer reads what happened to the parcel", () => {
  assert.equal(statusText("packed"), "Packed");
  assert.equal(statusText("sent"), "Shipped");
  assert.equal(statusText("handed"), "Delivered");
});
