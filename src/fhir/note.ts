// Free text of a resource: notes, conclusions and attachments; the narrative only when nothing else speaks.
import { cleanText, displayOf } from './display.ts';
import { decodeBase64, decodeText, htmlToText, looksLikeText } from './note-encoding.ts';
import { asArray, asObject, asObjects, asText, type FhirResource, isObject, type JsonObject } from './resource.ts';

/**
 * All free text of a resource, paragraphs parted by line breaks, as long as it is. Markdown and plain text stay as
 * written, HTML becomes plain lines, base64 is decoded; what is no text is named by its content type.
 *
 * Source: FHIR Annotation, Attachment.data, DiagnosticReport.conclusion, Composition.section.
 */
export function noteOf(resource: FhirResource): string {
  const { conclusion, note, notes, comment, comments, summary, patientInstruction, recommendation } = resource;
  const { content, presentedForm, contentAttachment, sourceAttachment, section, payload } = resource;
  const written = conclusion ?? note ?? notes ?? comment ?? comments ?? summary ?? patientInstruction ?? recommendation;
  const attached = content ?? presentedForm ?? contentAttachment ?? sourceAttachment;
  // Most resources have none, and this is asked of every one.
  return (written ?? attached ?? section ?? payload) === undefined ? '' : gatherNotes(resource);
}

function gatherNotes(resource: FhirResource): string {
  const { conclusion, note, notes, comment, comments, summary, patientInstruction, recommendation } = resource;
  const { content, presentedForm, contentAttachment, sourceAttachment, section, payload } = resource;
  const texts: string[] = [];
  const add = (text: string): void => {
    if (text !== '' && !texts.includes(text)) texts.push(text);
  };
  for (const one of [conclusion, note, notes, comment, comments, summary, patientInstruction, recommendation])
    for (const text of annotationTexts(one)) add(text);
  for (const one of [content, presentedForm, contentAttachment, sourceAttachment])
    for (const element of asObjects(one)) add(attachmentText(attachmentIn(element)));
  for (const one of asObjects(section)) add(sectionText(one, ''));
  for (const one of asObjects(payload)) add(payloadText(one));
  return texts.join('\n');
}

/** The narrative as plain lines, marked as such: for a resource that says nothing otherwise. Source: FHIR DomainResource.text. */
export function narrativeOf(resource: FhirResource): string {
  const div = asObject(resource.text)?.div;
  if (typeof div !== 'string') return '';
  const text = htmlToText(div);
  return text === '' ? '' : `[narrative] ${text}`;
}

/** What an attachment says: its text, else one line in brackets naming what it is. Empty for one that has only a link. */
export function attachmentText(attachment: JsonObject | undefined): string {
  if (attachment === undefined) return '';
  const type = (asText(attachment.contentType) ?? '').toLowerCase();
  const title = asText(attachment.title?.toString().replace(/\bhttps?:\/\/\S+/g, ''));
  if (typeof attachment.data !== 'string' || attachment.data === '') return title ?? '';
  if (binaryType.test(type)) return notText(type, title);
  const bytes = decodeBase64(attachment.data);
  if (bytes === undefined || !looksLikeText(bytes)) return notText(type, title);
  const text = decodeText(bytes);
  if (text.startsWith('{\\rtf')) return notText('RTF', title);
  if (text.startsWith('%PDF')) return notText('application/pdf', title);
  const body = /html|xml/.test(type) || /^\s*<(!doctype|html|div|\?xml)/i.test(text) ? htmlToText(text) : text.trim();
  return title === undefined || body.startsWith(title) ? body : `${title}\n${body}`;
}

function notText(type: string, title: string | undefined): string {
  const kind = type === '' ? 'binary' : type;
  return title === undefined ? `[${kind} attachment, not text]` : `[${title}: ${kind} attachment, not text]`;
}

/** Attachments stand bare, or inside `content.attachment`, `attachment`, or (R4 Consent) as the element itself. */
function attachmentIn(element: JsonObject): JsonObject | undefined {
  return (
    asObject(element.attachment) ??
    asObject(element.content) ??
    (element.contentType !== undefined || element.data !== undefined ? element : undefined)
  );
}

function annotationTexts(content: unknown): readonly string[] {
  const texts: string[] = [];
  for (const one of asArray(content)) {
    const text = typeof one === 'string' ? one.trim() : isObject(one) ? asText(one.text) : undefined;
    if (text !== undefined && text !== '') texts.push(text);
  }
  return texts;
}

/** A section's title with its narrative where no entries carry its content, and the sections inside it. */
function sectionText(section: JsonObject, indent: string): string {
  const title = asText(section.title) ?? displayOf(section.code);
  const hasEntries = asArray(section.entry).length > 0;
  const div = asObject(section.text)?.div;
  const body = hasEntries || typeof div !== 'string' ? '' : htmlToText(div);
  const empty = displayOf(section.emptyReason);
  const own = [body, empty === '' ? '' : `(${empty})`].filter((text) => text !== '' && text !== title).join(' ');
  const inner = asObjects(section.section)
    .map((one) => sectionText(one, `${indent}  `))
    .filter((text) => text !== '');
  if (own === '') return inner.length === 0 || title === '' ? inner.join('\n') : [indent + title, ...inner].join('\n');
  const isTitled = title === '' || own.toLowerCase().startsWith(title.toLowerCase());
  return [indent + (isTitled ? own : `${title}: ${own}`), ...inner].join('\n');
}

function payloadText(payload: JsonObject): string {
  const content = asText(payload.contentString);
  if (content !== undefined) return cleanText(content);
  return attachmentText(asObject(payload.contentAttachment));
}

const binaryType = /pdf|image\/|audio\/|video\/|msword|officedocument|octet-stream|zip|dicom|rtf/;
