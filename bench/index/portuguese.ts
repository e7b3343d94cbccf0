/** Questions of the two other tasks, translated by hand; a name stays as it is in the code. */
export const portuguese: readonly (readonly [english: string, portuguese: string])[] = [
  [
    "add back opening session on context push",
    "abrir a sessão de novo quando o contexto é empilhado",
  ],
  ["Allow self as an argument to url_for", "permitir self como argumento de url_for"],
  ["Creates a test client for this application.", "cria um cliente de teste para esta aplicação"],
  [
    'Load "dotenv" files in order of precedence to set environment variables.',
    "carrega os arquivos dotenv em ordem de precedência para definir as variáveis de ambiente",
  ],
  [
    "Get the Flask app's logger and configure it if needed.",
    "onde o logger da aplicação é obtido e configurado se for preciso",
  ],
  [
    "avoid truncation on embedded IPv4 addresses in expandIPv6",
    "evitar que endereços IPv4 embutidos sejam cortados em expandIPv6",
  ],
  ["avoid rest parameter in `fetch`", "evitar o parâmetro rest em fetch"],
  [
    "prevent memory leak by avoiding mutation of options object",
    "impedir vazamento de memória sem alterar o objeto de opções",
  ],
  ["Render JSX element to string.", "renderizar um elemento JSX para texto"],
  [
    "This is used to match the content-type header for 'json'",
    "onde se compara o cabeçalho content-type com json",
  ],
  ["escape variable with curly brackets", "escapar a variável com chaves"],
  ["use errors.Is() to check for errors", "usar errors.Is() para verificar erros"],
  [
    "Complete command names even if ValidArgs present",
    "completar nomes de comandos mesmo quando há ValidArgs",
  ],
  [
    "generates PowerShell completion file and writes to the passed writer.",
    "gera o arquivo de autocompletar do PowerShell e escreve no writer recebido",
  ],
  [
    "takes two types and checks whether they are equal.",
    "recebe dois tipos e verifica se são iguais",
  ],
  [
    "fix immediate dereference of reference",
    "corrigir a referência que é desreferenciada imediatamente",
  ],
  ["cleanup matcher glob parsing logic", "limpar a lógica de análise dos padrões glob"],
  ["Remove double backspace scan", "remover a varredura dupla de backspace"],
  [
    "Strips ANSI escape sequences from the input.",
    "remove as sequências de escape ANSI da entrada",
  ],
  [
    "Specify a line that should be highlighted (default: none).",
    "indicar uma linha que deve ser destacada",
  ],
  [
    "Reject non-ASCII digits in JsonTreeReader.nextInt/nextLong",
    "rejeitar dígitos que não são ASCII em JsonTreeReader.nextInt e nextLong",
  ],
  [
    "Replace anonymous class creation with lambdas in ConstructorConstructor",
    "trocar classes anônimas por lambdas em ConstructorConstructor",
  ],
  [
    "Creates a FormattingStyle with the specified newline setting.",
    "cria um estilo de formatação com a quebra de linha indicada",
  ],
  [
    "Convenience method to get this element as a primitive byte value.",
    "método para obter este elemento como um valor byte primitivo",
  ],
  [
    "Added to the top of the stack when this writer is closed to cause following ops to fail.",
    "o que vai para o topo da pilha quando o escritor é fechado, para que as próximas operações falhem",
  ],
  [
    "Add `RetryAfter` to `BrokenCircuitException`.",
    "adicionar RetryAfter a BrokenCircuitException",
  ],
  [
    "Add unit to execution time in telemetry events",
    "adicionar a unidade ao tempo de execução nos eventos de telemetria",
  ],
  [
    "Cancel downstream operation in TimeoutStrategy.Pessimistic",
    "cancelar a operação em TimeoutStrategy.Pessimistic",
  ],
  ["Do not record null tags to meter", "não registrar etiquetas nulas no medidor"],
  [
    "Builds a AsyncPolicy{TResult} that will function like a Circuit Breaker.",
    "constrói uma AsyncPolicy que funciona como um disjuntor (circuit breaker)",
  ],
  ["Adding types to Route", "adicionar tipos a Route"],
  [
    "check body is writable only on ouput buffering append",
    "verificar se o corpo pode ser escrito somente ao acrescentar o buffer de saída",
  ],
  [
    "Returns a CDATA section with the given content.",
    "devolve uma seção CDATA com o conteúdo dado",
  ],
  ["Get the route's unique identifier", "obter o identificador único da rota"],
  ["Add a new middleware by class name", "adicionar um novo middleware pelo nome da classe"],
  ["Use relative URL for the 404 image", "usar uma URL relativa na imagem da página 404"],
  [
    "escape filename in the Content-Disposition header",
    "escapar o nome do arquivo no cabeçalho Content-Disposition",
  ],
  [
    "Internal Sinatra errors now extend Sinatra::Error",
    "os erros internos agora herdam de Sinatra::Error",
  ],
  [
    "Fix regex in `etag_matches?` to prevent ReDoS",
    "corrigir a expressão regular de etag_matches? para evitar ReDoS",
  ],
  [
    "Look up a media type by file extension in Rack's mime registry.",
    "procurar um tipo de mídia pela extensão do arquivo no registro mime do Rack",
  ],
];
