/** A zod schema as a JSON Schema. In a file of its own, so that builds can load the writer when it is used (`lateJsonSchema`). */
export { toJSONSchema } from "zod/mini";
