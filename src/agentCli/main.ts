// In `dist` the program is a separate bundle that shares the extension's chunks.
import { runProgram } from "./program.ts";

await runProgram(process.argv.slice(2));
