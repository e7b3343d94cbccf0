export const flowchart = `flowchart TD
  %% a comment
  A[Request] --> B{Is it safe?}
  B -->|yes| C([Send]) & D[(Audit)]
  B -- no --> E((Stop))
  subgraph hub [The hub]
    C ==> F{{Model}}
    F -.-> D
  end
  classDef red fill:#f00
  click A href "https://evil.example"`;

export const sequence = `sequenceDiagram
  autonumber
  participant E as Editor
  participant H as Hub
  E->>+H: Question
  Note over E,H: masked
  loop every chunk
    H-->>E: Delta
  end
  alt done
    H--xE: cut
  else
    H->>H: audit
  end
  Note right of H: the end`;

export const states = `stateDiagram-v2
  [*] --> Idle
  Idle --> Running : send
  state Details {
    Waiting --> Streaming
  }
  Running --> [*]`;

export function fenced(source: string): string {
  return `\`\`\`mermaid\n${source}\n\`\`\`\n`;
}
