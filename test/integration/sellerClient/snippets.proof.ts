import { describeSnippets } from "./snippetRuns.ts";

// TypeScript runs on every machine, so that the file has a test where there is no Java.
await describeSnippets(["typescript", "java"]);
