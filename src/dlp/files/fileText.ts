import { base64Form } from "../encode/base64Form.ts";
import { bytesOf } from "../encode/bytesText.ts";
import { type FileReading, FileReader } from "./fileReader.ts";

/** The texts of a file in base64, as the hub searches them. */
export function fileText(base64: string): FileReading & { readonly text: string } {
  const texts: string[] = [];
  const reading = new FileReader().read(bytesOf(base64, base64Form), (text) => texts.push(text));
  return { ...reading, text: texts.join("\n") };
}
