// Writes FILE.br and FILE.gz beside every file of a folder that they make smaller: the server then sends them as they are.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const TEXT = /\.(html|js|css|svg|json|txt)$/;
const WORTH_IT = 0.9;

const folder = process.argv[2];
for (const name of readdirSync(folder, { recursive: true })) {
  if (!TEXT.test(name)) continue;
  const file = join(folder, name);
  const content = readFileSync(file);
  const variants = { br: brotliCompressSync(content), gz: gzipSync(content, { level: 9 }) };
  for (const [suffix, compressed] of Object.entries(variants)) {
    if (compressed.length < content.length * WORTH_IT) writeFileSync(`${file}.${suffix}`, compressed);
  }
}
