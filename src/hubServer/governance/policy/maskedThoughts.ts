import { type Fields, fieldsOf, listOf, stringOf } from "../../formats/base/fields.ts";
import { isOfOthers } from "../../formats/base/reasoningSeal.ts";

/**
 * A masked request without signed thoughts whose text was masked, because their maker refuses changed ones. Which server
 * signed a thought cannot be checked, so it must not pass as it was. The other thoughts of its message belong to it.
 */
export function withoutMaskedThoughts(given: Fields, masked: Fields): Fields {
  const messages = changedList(given["messages"], masked["messages"], messageWithout);
  const input = changedList(given["input"], masked["input"], itemWithout);
  return messages || input
    ? {
        ...masked,
        ...(messages && { messages }),
        ...(input && { input }),
        ...(messages && thinkingWithout(masked, messages)),
      }
    : masked;
}

type Change = (given: Fields, masked: Fields) => Fields | "removed";

/** Undefined if nothing is to be changed. */
function changedList(given: unknown, masked: unknown, change: Change): unknown[] | undefined {
  if (given === masked) {
    return undefined;
  }
  const before = listOf(given);
  const after = listOf(masked);
  const list = after.map((item, at) =>
    item === before[at] ? item : change(fieldsOf(before[at]), fieldsOf(item)),
  );
  return list.some((item, at) => item !== after[at])
    ? list.filter((item) => item !== "removed")
    : undefined;
}

function messageWithout(given: Fields, masked: Fields): Fields | "removed" {
  const before = listOf(given["content"]);
  const content = listOf(masked["content"]);
  const isInContent = content.some((part, at) => part !== before[at] && isSigned(before[at]));
  const rest = content.filter((part) => !isSigned(part));
  if (isInContent) {
    return rest.length === 0 ? "removed" : { ...masked, content: rest };
  }
  const { reasoning_details: details, ...others } = masked;
  const isInDetails =
    given["reasoning_details"] !== details ||
    given["reasoning_content"] !== masked["reasoning_content"];
  const hasSigned = listOf(details).some((detail) => hasText(detail, "signature"));
  return isInDetails && hasSigned ? others : masked;
}

function itemWithout(given: Fields, masked: Fields): Fields | "removed" {
  return given["type"] === "reasoning" && isOfOthers(given["encrypted_content"])
    ? "removed"
    : masked;
}

/** Without thoughts at its begin Anthropic refuses further thinking in a turn that calls tools. */
function thinkingWithout(masked: Fields, messages: readonly unknown[]): Fields {
  const isMidCall = listOf(fieldsOf(messages.at(-1))["content"]).some(
    (part) => fieldsOf(part)["type"] === "tool_result",
  );
  return isMidCall && fieldsOf(masked["thinking"])["type"] === "enabled"
    ? { thinking: { type: "disabled" } }
    : {};
}

function isSigned(part: unknown): boolean {
  const { type } = fieldsOf(part);
  return type === "redacted_thinking" || (type === "thinking" && hasText(part, "signature"));
}

function hasText(part: unknown, name: string): boolean {
  return (stringOf(fieldsOf(part)[name]) ?? "") !== "";
}
