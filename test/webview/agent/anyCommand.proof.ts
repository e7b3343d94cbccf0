import { testAnyCommand } from "./anyCommand.ts";

testAnyCommand(30);
