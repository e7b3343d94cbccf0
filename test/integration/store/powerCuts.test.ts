import { testPowerCuts } from "./powerCuts.ts";

testPowerCuts(8);
