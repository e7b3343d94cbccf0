export function longMarkdown(length: number): string {
  const sections: string[] = ["# A long scripted answer\n\n"];
  let written = sections.join("").length;
  for (let number = 1; written < length; number += 1) {
    const section = sectionOf(number);
    sections.push(section);
    written += section.length;
  }
  return sections.join("").slice(0, length);
}

function sectionOf(number: number): string {
  return `## Section ${number}

Paragraph ${number} has **bold**, *emphasis*, \`inline code\`, ~~struck~~ words and a [link](https://example.com/${number}). It goes on for long enough to be wrapped over several lines of a narrow side bar, as most paragraphs of an answer are.

- First point of section ${number}
- Second point, with a nested list:
  1. one
  2. two, with \`code\`
- [x] done
- [ ] not done yet

| Name | Value | Note |
|:-----|------:|------|
| alpha | ${number * 3} | first |
| beta | ${number * 7} | second |
| gamma | ${number * 11} | third |

\`\`\`ts path=src/example${number}.ts
/** Adds ${number} to a value. */
export function add${number}(value: number): number {
  const result = value + ${number};
  if (result > 1_000) {
    throw new RangeError(\`too large: \${result}\`);
  }
  return result;
}
\`\`\`

> A quoted remark on section ${number}.

`;
}

export const showcase = `# Markdown showcase

A paragraph with **bold**, *emphasis*, ***both***, ~~struck~~, \`inline code\`, an autolink https://example.com and a [link](https://example.com "with title").
A hard break follows,\\
then the next line.

## Lists

1. First
2. Second
   - nested
     - deeper
3. Third

- [x] finished task
- [ ] open task

## Table

| Left | Centre | Right |
|:-----|:------:|------:|
| a | b | 1 |
| \`code\` | **bold** | 1,000 |

## Code

\`\`\`ts path=src/greet.ts lines=1-4
export function greet(name: string): string {
  // Text nodes only: <b>no HTML</b>.
  return \`Hello, \${name}!\`;
}
\`\`\`

\`\`\`python
def greet(name: str) -> str:
    return f"Hello, {name}!"
\`\`\`

    indented code

## Quote, rule, image, HTML

> A quote
>
> > inside a quote.

---

![An image that is never fetched](https://example.com/image.png)

<script>alert("text, not HTML")</script>

Olá, ação, 日本語, عربى, 👩‍💻.
`;
