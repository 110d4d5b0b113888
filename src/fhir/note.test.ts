import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachmentText, noteOf } from './note.ts';
import { decodeBase64, decodeText, htmlToText } from './note-encoding.ts';

const base64 = (text: string | Uint8Array): string => Buffer.from(text as string).toString('base64');

describe('decodeBase64 and decodeText', () => {
  it('read back any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const bytes = decodeBase64(base64(text))!;
        expect(Buffer.from(bytes).equals(Buffer.from(text))).toBe(true);
        if (!text.startsWith('\ufeff')) expect(decodeText(bytes)).toBe(Buffer.from(text).toString());
      }),
    );
  });

  it('read broken lines and the URL-safe alphabet, and tell what is no base64', () => {
    expect(decodeText(decodeBase64('SGVs\nbG8=')!)).toBe('Hello');
    expect(decodeText(decodeBase64('w7_Dvw==')!)).toBe('ÿÿ');
    expect(decodeBase64('not base64!')).toBeUndefined();
  });

  it('read Latin-1 bytes and UTF-16', () => {
    expect(decodeText(new Uint8Array([0x46, 0xfc, 0x72]))).toBe('Für');
    expect(decodeText(new Uint8Array([0xff, 0xfe, 0x41, 0, 0xe4, 0]))).toBe('Aä');
  });
});

describe('htmlToText', () => {
  it('keeps what a reader sees', () => {
    const html =
      '<div><h1>Plan</h1><style>p{}</style><!-- x --><p>a &lt; b &amp; c&#176;</p><table><tr><td>K</td><td>4.1</td></tr></table></div>';
    expect(htmlToText(html)).toBe('Plan\na < b & c°\nK | 4.1');
  });

  it('ends on broken markup', () => {
    expect(htmlToText('text <b')).toBe('text');
    expect(htmlToText('<style>never closed')).toBe('');
    expect(htmlToText('no tags at all')).toBe('no tags at all');
  });
});

describe('attachmentText', () => {
  it('reads text, HTML and text of unknown type; names what is no text', () => {
    expect(attachmentText({ contentType: 'text/html', data: base64('<p>Hello</p>') })).toBe('Hello');
    expect(attachmentText({ data: base64('plain') })).toBe('plain');
    expect(attachmentText({ contentType: 'text/plain', data: base64('{\\rtf1 x}') })).toBe(
      '[RTF attachment, not text]',
    );
    expect(attachmentText({ contentType: 'text/plain', data: base64(new Uint8Array([0, 1, 2])) })).toBe(
      '[text/plain attachment, not text]',
    );
    expect(attachmentText({ title: 'Film', url: 'https://example.org/1' })).toBe('Film');
  });

  it('keeps a long note whole', () => {
    const long = 'word '.repeat(20_000).trim();
    expect(attachmentText({ contentType: 'text/plain', data: base64(long) })).toBe(long);
  });
});

describe('noteOf', () => {
  it('gathers notes of every version, each once', () => {
    expect(
      noteOf({ resourceType: 'X', note: [{ text: 'a' }, { text: 'a' }], comments: 'b', comment: 'c', conclusion: 'd' }),
    ).toBe('d\na\nc\nb');
  });
});
