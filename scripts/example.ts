// Writes examples/record.json.gz anew: the same bytes every time.
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { exampleSeed, exampleText } from '../examples/example-record.ts';

const text = exampleText();
writeFileSync('examples/record.json.gz', gzipSync(text, { level: 9 }));
console.log(`examples/record.json.gz: ${text.split('\n').length - 3} resources from seed ${exampleSeed}`);
