const table = `
abrir open;acao action;aceitar accept;acessar access;acesso access;adicionar add;agendar schedule;agrupar group;aguardar wait await;ajuda help;
aleatorio random;alterar change modify update;ambiente environment env;analisar parse analyze;anexar attach append;anexo attachment;anterior previous;
apagar delete erase clear;apelido alias;aplicar apply;aplicativo app application;aplicacao app application;argumento argument arg;
armazenar store cache;arquivo file;arredondar round;arvore tree;aspas quote quotes;assinar sign subscribe;assinatura signature;
assincrono async asynchronous;atraso delay;atributo attribute;atual current;atualizar update refresh;autenticar authenticate auth;
autenticacao authentication auth;autorizar authorize;aviso warning notice;banco database db;biblioteca library;bloco block;bloquear lock block;
botao button;buscar search find fetch;busca search;cabecalho header;cadeia chain string;calcular compute calculate;caminho path route;campo field;
cancelar cancel abort;capturar capture catch;caractere character char;carregar load;chamada call;chamar call invoke;chave key;classe class;
cliente client customer;codificar encode;codificacao encoding;codigo code;colecao collection;coluna column;comando command;comentario comment;
comparar compare;completar complete;comprimento length;comprimir compress;condicao condition;conectar connect;conexao connection;
configuracao config configuration settings;configurar configure setup;confirmar confirm commit;conjunto set;construir build;
construtor constructor builder;consulta query;contar count;contador counter;conteudo content;contexto context;conta account;controlador controller;
converter convert;conversao conversion;conversa conversation;copiar copy clone;corpo body;corrigir fix correct;criar create new make;
criptografar encrypt;dado data;dados data;declarar declare;decodificar decode;definir define set;definicao definition;depurar debug;desativar disable;
descarregar unload;descartar discard dispose;descompactar unzip decompress;desconectar disconnect;descricao description;desenhar draw render;
desfazer undo revert;deslocamento offset;destino destination target;detectar detect;devolver return;dicionario dictionary map;
diferenca difference diff;diretorio directory dir folder;disco disk;disparar trigger fire dispatch;dividir split divide;documento document;
duracao duration;editar edit;elemento element;embutido embedded builtin inline;encaminhar forward;encontrar find;endereco address;entrada input entry;
enviar send submit;erro error;escapar escape;escolher choose select pick;escopo scope;escrever write;escrita write;escutar listen;espaco space;
esperar wait await expect;esquema schema scheme;estado state status;estatico static;estilo style;estrutura structure struct;etiqueta tag label;
evento event;evitar avoid prevent;excecao exception;excluir exclude delete;executar run execute;execucao execution run;exibir show display;
existente existing;existir exist;expirar expire;expiracao expiration expiry;exportar export;expressao expression;extensao extension;extrair extract;
falha failure fault;falhar fail;fechar close;ferramenta tool;fila queue;filho child;filtrar filter;filtro filter;fim end;fluxo stream flow;
fonte source font;formato format;formatar format;formulario form;fornecedor provider supplier;funcao function;gerar generate;gerenciador manager;
gerenciar manage;gravar write save record;grupo group;guardar keep save store;habilitar enable;historico history;hora hour time;
idioma language locale;ignorar ignore skip;igual equal;imagem image;implementar implement;importar import;impedir prevent;incluir include;
indice index;informar report inform;inicial initial;inicializar initialize init;iniciar start init;inicio start begin;inserir insert;
instancia instance;instalar install;inteiro integer int;interno internal;interromper interrupt;intervalo interval range;invalido invalid;
iterar iterate;janela window;juntar join merge;ler read;leitura read;leitor reader;limite limit;limpar clean clear;linguagem language;linha line row;
lista list;listar list;lote batch;maiuscula uppercase upper;manipulador handler;manipular handle;mapa map;mapear map;marca mark;memoria memory;
mensagem message;mesclar merge;metodo method;minuscula lowercase lower;modelo model template;modulo module;mostrar show display;mover move;
mudanca change;mudar change;nivel level;nome name;notificar notify;novo new;nulo null nil;numero number;objeto object;obter get obtain;ocultar hide;
ocorrer occur;oculto hidden;opcao option;opcional optional;ordenar sort order;ordem order;origem origin source;pacote package;padrao default pattern;
pagamento payment;pagina page;pai parent;painel panel;parametro parameter param;parar stop;parcial partial;parte part;pasta folder directory;
pedido request order;permissao permission;permitir allow;pesquisa search;politica policy;porta port;posicao position;prazo deadline timeout;
preencher fill pad;prefixo prefix;primeiro first;prioridade priority;privado private;procurar search find lookup;produto product;projeto project;
propriedade property;proteger protect;provedor provider;proximo next;publico public;quantidade quantity count amount;quebrar break;quebra break;
raiz root;receber receive;recuperar recover retrieve;recurso resource;rede network;redirecionar redirect;reduzir reduce;referencia reference ref;
registrar register log;registro record log registry;regra rule;reiniciar restart reset;rejeitar reject;relatorio report;relogio clock;
remover remove delete;renderizar render;renomear rename;repetir repeat retry;requisicao request;resolver resolve solve;resposta response answer;
restaurar restore;resultado result;retornar return;retomar resume;rota route;roteador router;saida output exit;salvar save;secao section;
segredo secret;seguir follow;seguranca security;selecionar select;selecao selection;senha password;separador separator;separar split separate;
sequencia sequence;serializar serialize;servico service;servidor server;sessao session;sinal signal;sincronizar sync synchronize;sistema system;
sobrescrever override overwrite;substituir replace substitute;substituicao replacement;sufixo suffix;suporte support;tabela table;tamanho size;
tarefa task job;tema theme;tempo time;temporario temporary temp;tentar try attempt retry;tentativa attempt retry;terminar finish end;texto text;
tipo type;titulo title;traduzir translate;transacao transaction;transmitir stream transmit;tratar handle treat;unico unique single;unir join union;
usar use;uso usage use;usuario user;validacao validation;validar validate;valido valid;valor value;variavel variable;vazio empty;vendedor seller;
verificar check verify;versao version;visivel visible;mascarar mask redact;sensivel sensitive;queda crash;corromper corrupt;estragar corrupt damage;recusar refuse reject;senha password secret;vazar leak;vazamento leak;cortar cut truncate;pilha stack;teste test;testar test;desfazer undo;pergunta question;responder answer respond;modelo model template;aberto open;fechado closed;conversar chat;atalho shortcut
`;

const english = new Map(
  table
    .replaceAll("\n", "")
    .split(";")
    .map((entry): [string, readonly string[]] => {
      const [portuguese = "", ...words] = entry.split(" ");
      return [portuguese, words];
    }),
);

export const glossarySize = english.size;

export function englishOf(word: string): readonly string[] {
  for (const form of formsOf(word)) {
    const found = english.get(form);
    if (found) {
      return found;
    }
  }
  return [];
}

function formsOf(word: string): readonly string[] {
  const forms = [word];
  const add = (pattern: RegExp, ...ends: readonly string[]): void => {
    if (word.length > 4 && pattern.test(word)) {
      forms.push(...ends.map((end) => word.replace(pattern, end)));
    }
  };
  add(/oes$/u, "ao");
  add(/(?:ns)$/u, "m");
  add(/([aeo]i)s$/u, "l");
  add(/(?:ais)$/u, "al");
  add(/(?:res|zes)$/u, word.endsWith("zes") ? "z" : "r");
  add(/s$/u, "");
  add(/(?:ad[oa]s?)$/u, "ar");
  add(/(?:id[oa]s?)$/u, "er", "ir");
  add(/(?:ando)$/u, "ar");
  add(/(?:endo)$/u, "er");
  add(/(?:indo)$/u, "ir");
  add(/(?:a|am|amos|ou)$/u, "ar");
  add(/(?:e|em|emos|eu)$/u, "er", "ir", "ar");
  add(/(?:imos|iu)$/u, "ir");
  add(/as$/u, "o", "a");
  add(/a$/u, "o");
  return forms;
}
