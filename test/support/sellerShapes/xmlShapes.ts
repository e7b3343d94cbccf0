import { isRecord } from "../../../src/shared/base/json.ts";
import { type Shape, text } from "./shape.ts";

const schemaInstance = "http://www.w3.org/2001/XMLSchema-instance";

/** Lists in XML: bare, and as the answer of a SOAP service. */
export const xmlShapes: Readonly<Record<string, Shape>> = {
  xml: written((records) => `<registros xmlns:xsi="${schemaInstance}">${records}</registros>`),
  soap: written(
    (records) =>
      `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="${schemaInstance}"><soap:Body>` +
      `<ns2:buscarResponse xmlns:ns2="urn:portal">${records}</ns2:buscarResponse></soap:Body></soap:Envelope>`,
  ),
};

function written(around: (records: string) => string): Shape {
  return {
    list: (entries) => {
      const records = entries.map((entry) => element("registro", entry)).join("");
      return text(`<?xml version="1.0"?>${around(records)}`, "application/xml");
    },
  };
}

/** A value as an element; an array is its element again and again. */
function element(name: string, value: unknown): string {
  if (Array.isArray(value)) {
    return value.map((one) => element(name, one)).join("");
  }
  if (value === null || value === undefined) {
    return `<${name} xsi:nil="true"/>`;
  }
  const inner = isRecord(value)
    ? Object.entries(value)
        .map(([field, one]) => element(field, one))
        .join("")
    : escaped(typeof value === "string" ? value : JSON.stringify(value));
  return `<${name}>${inner}</${name}>`;
}

function escaped(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
