import { test } from 'vitest';
import { mkdtempSync } from 'node:fs';
import { Redactor } from '/work/main/src/redact/redact.ts';
import { dice, ENCODINGS, positives } from '/work/main/test/redact/corpus.ts';
test('x', async () => {
  const r = new Redactor(mkdtempSync('/tmp/h8/k'));
  const random = dice(Number(process.env.SEED ?? 1));
  let n=0, miss=0; const by: Record<string, number> = {}; const shown: string[]=[];
  const t0=performance.now();
  for (const one of positives(random, Number(process.env.N ?? 3)))
    for (const [name, encode] of Object.entries(ENCODINGS)) {
      const { text, parts } = encode(one, random);
      const kept = await r.text(text);
      n++;
      if (parts.some((p) => kept.includes(p))||kept===text) { miss++; const k=one.rule+' / '+name; by[k]=(by[k]??0)+1; if(shown.length<40) shown.push(k+'\n   '+text.slice(0,200)+'\n   '+kept.slice(0,200)); }
    }
  console.log(shown.join('\n')); console.log(by); console.log(n, miss, (100*(1-miss/n)).toFixed(2), performance.now()-t0);
}, 600000);
