import { snippetLanguages } from "../../../src/seller/client/snippet.ts";
import { describeSnippets } from "./snippetRuns.ts";

// Java compiles each: npm run proof.
await describeSnippets(snippetLanguages.filter((language) => language !== "java"));
