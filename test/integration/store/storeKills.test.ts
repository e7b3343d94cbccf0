import { testStoreKills } from "./storeKills.ts";

testStoreKills(6);
