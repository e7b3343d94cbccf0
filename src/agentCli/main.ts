// In `dist` the program is a bundle of its own, whose chunks the extension shares.
import { runProgram } from "./program.ts";

await runProgram(process.argv.slice(2));
