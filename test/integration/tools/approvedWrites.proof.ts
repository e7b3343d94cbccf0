import { testApprovedWrites } from "./approvedWrites.ts";

testApprovedWrites(10_000);
