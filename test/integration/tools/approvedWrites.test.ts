import { testApprovedWrites } from "./approvedWrites.ts";

testApprovedWrites(1_000);
