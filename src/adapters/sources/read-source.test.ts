// Reading whatever a person has: kinds of files, bad input, limits; each refusal with its place and without its content.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReadSourceOptions, readSource } from './read-source.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hopper-read-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const patient = { resourceType: 'Patient', id: 'p' };
const observation = { resourceType: 'Observation', id: 'o', subject: { reference: 'Patient/p' } };
const bundle = {
  resourceType: 'Bundle',
  type: 'collection',
  entry: [{ resource: patient }, { fullUrl: 'urn:uuid:1', resource: observation }],
};
const lines = `${JSON.stringify(patient)}\n${JSON.stringify(observation)}\n`;

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const noted = (index: number) => ({ ...observation, id: `o${index}`, note: [{ text: `Größe ${index} µg/l 🙂` }] });

async function typesIn(path: string, options: ReadSourceOptions = {}): Promise<string> {
  const content = await readSource(path, options);
  return content.entries.map(({ resource }) => `${resource.resourceType}/${resource.id ?? '-'}`).join(' ');
}

const both = 'Patient/p Observation/o';
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

describe('readSource, kinds', () => {
  it.each<[string, string, string | Uint8Array]>([
    ['a Bundle', 'bundle.json', JSON.stringify(bundle)],
    ['a Bundle on many lines', 'pretty.json', JSON.stringify(bundle, null, 2)],
    ['a Bundle on one line that ends', 'line.json', `\n\n${JSON.stringify(bundle)}\n`],
    ['a gzipped Bundle', 'bundle.json.gz', gzipSync(JSON.stringify(bundle))],
    ['gzip without its name', 'packed.json', gzipSync(JSON.stringify(bundle))],
    ['NDJSON', 'lines.ndjson', lines],
    [
      'NDJSON without a last line break, with blank lines and carriage returns',
      'cr.ndjson',
      `\r\n${lines.replaceAll('\n', '\r\n\r\n').trimEnd()}`,
    ],
    ['gzipped NDJSON', 'lines.ndjson.gz', gzipSync(lines)],
    [
      'gzip in two members',
      'members.ndjson.gz',
      Buffer.concat([gzipSync(`${JSON.stringify(patient)}\n`), gzipSync(JSON.stringify(observation))]),
    ],
    ['NDJSON under another name', 'lines.json', lines],
    [
      'Bundles line by line',
      'bundles.ndjson',
      `${JSON.stringify({ resourceType: 'Bundle', entry: [{ resource: patient }] })}\n${JSON.stringify(observation)}`,
    ],
    ['an array of resources', 'array.json', JSON.stringify([patient, observation])],
    ['a byte order mark', 'bom.json', `\uFEFF${JSON.stringify(bundle)}`],
    ['UTF-16', 'utf16.json', utf16(JSON.stringify(bundle))],
    ['UTF-16, big endian', 'utf16be.json', utf16(JSON.stringify(bundle)).swap16()],
    ['UTF-16 without its mark', 'utf16plain.json', utf16(JSON.stringify(bundle)).subarray(2)],
    [
      'Parameters around a Bundle',
      'parameters.json',
      JSON.stringify({ resourceType: 'Parameters', parameter: [{ name: 'return', resource: bundle }] }),
    ],
    [
      'Parameters with parts',
      'parts.json',
      JSON.stringify({
        resourceType: 'Parameters',
        parameter: [
          {
            name: 'a',
            part: [
              { name: 'b', resource: patient },
              { name: 'c', resource: observation },
            ],
          },
        ],
      }),
    ],
    ['a Bundle in a Bundle', 'nested.json', JSON.stringify({ resourceType: 'Bundle', entry: [{ resource: bundle }] })],
  ])('%s', async (_, name, content) => {
    expect(await typesIn(write(name, content))).toBe(both);
  });

  it('standard input', async () => {
    const stdin = (async function* () {
      for (const piece of [lines.slice(0, 5), lines.slice(5, 50), lines.slice(50)]) yield Buffer.from(piece);
    })();
    expect(await typesIn('-', { stdin })).toBe(both);
  });

  it('a character that two chunks share', async () => {
    const bytes = Buffer.from(JSON.stringify({ ...patient, name: [{ text: 'Zoë 🙂' }] }));
    const stdin = (async function* () {
      for (const byte of bytes) yield Buffer.from([byte]);
    })();
    const { entries } = await readSource('-', { stdin });
    expect(entries[0]?.resource.name).toEqual([{ text: 'Zoë 🙂' }]);
  });

  it('files over many chunks, in every form and encoding', async () => {
    const resources = [patient, ...Array.from({ length: 3000 }, (_, index) => noted(index))];
    const long = JSON.stringify({ ...bundle, entry: resources.map((resource) => ({ resource })) }, null, 1);
    const longLines = resources.map((resource) => JSON.stringify(resource)).join('\n');
    for (const [name, content] of Object.entries<string | Uint8Array>({
      'long.json': long,
      'long.json.gz': gzipSync(long),
      'long-wide.json': utf16(long),
      'long.ndjson': longLines,
      'long.ndjson.gz': gzipSync(longLines),
      'long-lines.json': longLines,
      'long-array.json': JSON.stringify(resources),
    })) {
      const { entries, issues } = await readSource(write(name, content));
      expect(issues).toEqual([]);
      expect(entries.map(({ resource }) => resource)).toEqual(resources);
      expect(new Set(entries.map(({ source }) => source))).toEqual(new Set([name]));
    }
  });

  it('a folder and its subfolders, in name order, other files untouched', async () => {
    write('tree/b.ndjson', JSON.stringify(observation));
    write('tree/a/one.json', JSON.stringify(patient));
    write('tree/readme.txt', 'not read');
    write('tree/index.json', '{"rows": 2}');
    const content = await readSource(join(folder, 'tree'));
    expect(content.entries.map(({ source }) => source)).toEqual(['a/one.json', 'b.ndjson']);
    expect(content.issues).toMatchObject([{ code: 'unreadable-file', source: 'index.json' }]);
    expect(content.completeness).toEqual({ state: 'complete', reasons: [] });
  });
});

describe('readSource, bad input', () => {
  const secret = 'SECRETNAME';
  it.each<[string, string, string | Uint8Array, RegExp]>([
    [
      'not JSON',
      'bad.json',
      `{\n  "resourceType": "Patient",\n  {{^patient}} "${secret}"`,
      /bad\.json.*line 3, column 3 \(offset 33\).*member name/,
    ],
    [
      'truncated JSON',
      'cut.json',
      JSON.stringify({ ...patient, name: secret }).slice(0, -5),
      /cut\.json.*closing double quote, before the end/,
    ],
    ['a comma too many', 'comma.json', '{"resourceType":"Patient",}', /column 27.*member name/],
    ['two documents', 'two.json', `{"a":1} {"b":"${secret}"}`, /nothing after the document/],
    ['an empty file', 'empty.json', '', /found an empty text/],
    ['blanks alone', 'blank.ndjson', ' \n\n', /found an empty text/],
    ['no text at all', 'image.json', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4]), /text of another kind/],
    ['another JSON', 'other.json', `[{"name":"${secret}"}]`, /found a JSON array of 1 items/],
    ['no line readable', 'none.ndjson', `{"a":"${secret}"}\n${secret}\n`, /Line 1 of none.ndjson/],
    ['XML that is not FHIR', 'other.xml', `<html><body>${secret}</body></html>`, /XML of another kind/],
    [
      'broken XML',
      'broken.xml',
      `<Patient xmlns="http://hl7.org/fhir">\n<id value="${secret}">\n</Patient>`,
      /broken\.xml.*line \d/,
    ],
    [
      'XML with an external entity',
      'entity.xml',
      '<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<Patient><id value="&x;"/></Patient>',
      /entities are refused/,
    ],
    ['100,000 levels of nesting', 'deep.json', '['.repeat(100_000), /before the end of the text/],
    [
      'damaged gzip',
      'damaged.json.gz',
      gzipSync(JSON.stringify(bundle)).subarray(0, 40),
      /gzip data is damaged or cut short/,
    ],
  ])('%s', async (_, name, content, message) => {
    const path = write(name, content);
    const before = readdirSync(folder).length;
    await expect(readSource(path)).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(message),
    });
    await expect(readSource(path)).rejects.not.toMatchObject({ message: expect.stringContaining(secret) });
    expect(readdirSync(folder)).toHaveLength(before);
  });

  it('a break deep in a long Bundle is told where it is', async () => {
    const entries = Array.from({ length: 3000 }, (_, index) => JSON.stringify({ resource: noted(index) }));
    entries[2000] = '{"resource": SECRETNAME}';
    const path = write('long-broken.json', `{"resourceType":"Bundle","entry":[\n${entries.join(',\n')}]}`);
    await expect(readSource(path)).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(
        /^Expected JSON in long-broken.json, found a break at line 2002, column 14 .*a value/,
      ),
    });
  });

  it('standard input that fails', async () => {
    const stdin = (async function* () {
      yield* [] as Uint8Array[];
      throw Object.assign(new Error('read'), { code: 'EIO' });
    })();
    await expect(readSource('-', { stdin })).rejects.toMatchObject({
      code: 'source-failed',
      message: expect.stringContaining('EIO'),
    });
  });

  it.each(['no JSON at all', '{"resourceType":"Patient"}\n', '{"a":1}\n'])(
    'closes what it read from: %j',
    async (start) => {
      let isClosed = false;
      const stdin = (async function* () {
        try {
          for (let piece = 0; piece < 100; piece += 1) yield Buffer.from(start);
        } finally {
          isClosed = true;
        }
      })();
      await readSource('-', { stdin }).catch(() => undefined);
      expect(isClosed).toBe(true);
    },
  );

  it('a path where nothing is', async () => {
    await expect(readSource(join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'not-found' });
    await expect(readSource(`${folder}\0x`)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('a folder without files', async () => {
    mkdirSync(join(folder, 'hollow'));
    await expect(readSource(join(folder, 'hollow'))).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('a bad line costs itself alone', async () => {
    const content = await readSource(
      write('one-bad.ndjson', `${lines}{"resourceType":"Observation"\n${JSON.stringify({ ...observation, id: 'o2' })}`),
    );
    expect(content.entries).toHaveLength(3);
    expect(content.issues).toMatchObject([{ code: 'unreadable-line', message: expect.stringContaining('Line 3') }]);
    expect(content.completeness).toEqual({
      state: 'partial',
      reasons: ['1 of 4 lines of one-bad.ndjson could not be read'],
    });
  });

  it('a half last line, and gzip cut in the middle: the good part is kept', async () => {
    const many = Array.from({ length: 5000 }, (_, index) =>
      JSON.stringify({ ...observation, id: `o${index}`, note: Math.sin(index) }),
    ).join('\n');
    const half = await readSource(write('half.ndjson', many.slice(0, -10)));
    expect(half.entries).toHaveLength(4999);
    const packed = gzipSync(many);
    const cut = await readSource(write('half.ndjson.gz', packed.subarray(0, packed.length / 2)));
    expect(cut.entries.length).toBeGreaterThan(100);
    expect(cut.completeness.state).toBe('partial');
    expect(cut.issues).toMatchObject([{ code: 'broken-gzip' }]);
  });

  it('a bad entry or file costs itself alone', async () => {
    write(
      'mixed/good.json',
      JSON.stringify({ resourceType: 'Bundle', entry: [{ resource: patient }, {}, 5, { resource: 'x' }] }),
    );
    write('mixed/bad.json', '{');
    const content = await readSource(join(folder, 'mixed'));
    expect(content.entries).toHaveLength(1);
    expect(content.issues.map(({ code }) => code).sort()).toEqual([
      'not-a-resource',
      'not-a-resource',
      'not-a-resource',
      'unreadable-file',
    ]);
    expect(content.completeness.reasons).toEqual(['bad.json could not be read']);
  });

  it('bytes that are neither UTF-8 nor UTF-16, and types that only JavaScript knows', async () => {
    const strange = ['__proto__', 'constructor', 'toString'].map((resourceType) => ({ resourceType, id: 'x' }));
    const entry = [...strange, { ...patient, name: [{ family: 'Müller' }] }].map((resource) => ({ resource }));
    const path = write('latin.json', Buffer.from(JSON.stringify({ resourceType: 'Bundle', entry }), 'latin1'));
    const content = await readSource(path);
    expect(content.entries.map(({ resource }) => resource.name)).toEqual([[{ family: 'M\uFFFDller' }]]);
    const codes = content.issues.map(({ code }) => code);
    expect(codes).toEqual(['not-a-resource', 'not-a-resource', 'not-a-resource', 'wrong-encoding']);
  });

  it('a gzip that unpacks a thousandfold', async () => {
    const bomb = write(
      'bomb.ndjson.gz',
      gzipSync(Buffer.concat([Buffer.from(lines), Buffer.alloc(80 * 1024 ** 2, 32)])),
    );
    const content = await readSource(bomb);
    expect(content.entries).toHaveLength(2);
    expect(content.issues).toMatchObject([{ code: 'unpack-limit' }]);
    const small = readSource(bomb, { limits: { unpackedBytes: 1000 } });
    await expect(small).rejects.toMatchObject({ message: expect.stringContaining('limit unpackedBytes') });
  });

  it('a line past its limit is left out, the next one is read', async () => {
    const long = JSON.stringify({ ...patient, id: 'long', text: 'x'.repeat(5000) });
    const content = await readSource(
      write('long.ndjson', `${lines}${long}\n${JSON.stringify({ ...observation, id: 'o3' })}`),
      { limits: { documentUnits: 1000 } },
    );
    expect(content.entries.map(({ resource }) => resource.id)).toEqual(['p', 'o', 'o3']);
    expect(content.issues).toMatchObject([{ message: expect.stringContaining('limit documentUnits') }]);
  });

  it('__proto__, half characters, and repeated names', async () => {
    const path = write(
      'odd.json',
      '{"resourceType":"Patient","id":"p","__proto__":{"polluted":true},"gender":"male","gender":"\\ud800x"}',
    );
    const content = await readSource(path, { strict: true });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(content.entries[0]?.resource.gender).toBe('\uFFFDx');
    expect(content.issues.map(({ code }) => code)).toEqual(['half-character', 'repeated-name']);
    expect((await readSource(path)).issues.map(({ code }) => code)).toEqual(['half-character']);
  });

  it('links out of the folder are not followed, links within are', async () => {
    write('outside.json', JSON.stringify(patient));
    write('linked/inside.json', JSON.stringify(observation));
    symlinkSync(join(folder, 'outside.json'), join(folder, 'linked', 'escape.json'));
    symlinkSync(join(folder, 'linked'), join(folder, 'linked', 'loop'));
    const content = await readSource(join(folder, 'linked'));
    expect(content.entries.map(({ resource }) => resource.id)).toEqual(['o']);
    expect(content.issues.map(({ code, source }) => `${code} ${source}`)).toEqual(['outside-folder escape.json']);
  });

  it('is cancelled by its signal', async () => {
    const signal = AbortSignal.abort();
    await expect(readSource(write('any.json', JSON.stringify(bundle)), { signal })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});

describe('readSource, containers', () => {
  it('tells of an OperationOutcome in a searchset without its words, and of a page that is missing', async () => {
    const outcome = {
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'warning', code: 'incomplete', diagnostics: 'SECRETNAME' }],
    };
    const page = {
      resourceType: 'Bundle',
      type: 'searchset',
      total: 9,
      link: [{ relation: 'next', url: 'x' }],
      entry: [{ resource: patient }, { resource: outcome, search: { mode: 'outcome' } }],
    };
    const content = await readSource(write('page.json', JSON.stringify(page)));
    expect(content.entries).toHaveLength(1);
    expect(content.issues).toMatchObject([{ code: 'operation-outcome', severity: 'warning' }]);
    expect(JSON.stringify(content.issues)).not.toContain('SECRETNAME');
    expect(content.completeness.reasons[0]).toContain('1 of 9 matches');
  });

  it('hears of deletions in a history', async () => {
    const history = {
      resourceType: 'Bundle',
      type: 'history',
      entry: [
        { request: { method: 'DELETE', url: 'Observation/o' }, response: { lastModified: '2024-01-01T00:00:00Z' } },
        { resource: observation },
      ],
    };
    const content = await readSource(write('history.json', JSON.stringify(history)));
    expect(content.deletions).toEqual([{ key: 'Observation/o', lastModified: '2024-01-01T00:00:00Z' }]);
  });
});
