import { testAnyValue } from "./anyValue.ts";

testAnyValue(40);
