import { testAnyText } from "./anyText.ts";

testAnyText(1);
