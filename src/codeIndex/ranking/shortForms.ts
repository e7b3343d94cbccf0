import { stemOf } from "../text/stem.ts";

const table = `
429 retry rate;404 missing;401 unauthorized token;403 forbidden;503 unavailable retry;absolute abs;address addr;administrator admin;allocate alloc;application app;argument arg args;asynchronous async;asynchronously async;attribute attr;
authentication auth;authorization auth;boolean bool;buffer buf;button btn;calculate calc;callback cb;certificate cert;character char;column col;command cmd;
compare cmp;concatenate concat;configuration config;configure config;connection conn;context ctx;current cur;database db;declaration decl;definition def;
delete del;description desc;destination dst dest;difference diff;directory dir;document doc;element elem;environment env;error err;event evt;exception exc;
execute exec;expression expr regex;extension ext;format fmt;function fn func;generate gen;header hdr;identifier id ident;image img;implementation impl;
increment inc;index idx;information info;initialize init;instance inst;integer int;iterator iter;language lang;length len;library lib;location loc;manager mgr;
maximum max;memory mem;message msg;minimum min;number num;object obj;operation op;option opt;optional opt;package pkg;parameter param params;pattern regex;
pointer ptr;position pos;previous prev;process proc;property prop;random rand;receive recv;reference ref;repository repo;request req;response res resp;
sequence seq;service svc;signature sig;source src;specification spec;standard std;statement stmt;statistics stats;string str;structure struct;subtract sub;
symbol sym;synchronize sync;synchronous sync;synchronously sync;system sys;temporary tmp temp;terminal term tty;timestamp ts;transaction tx;utility util;
value val;variable var;window win`;

const shortForms = new Map(
  table
    .replaceAll("\n", "")
    .split(";")
    .map((entry): [string, readonly string[]] => {
      const [word = "", ...forms] = entry.split(" ");
      return [stemOf(word), forms];
    }),
);

export function shortFormsOf(word: string): readonly string[] {
  return shortForms.get(stemOf(word)) ?? [];
}
