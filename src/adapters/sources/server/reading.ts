// One patient being read from one server: what its steps share.
import type { ContentBuilder } from '../../../fhir/bundle.ts';
import type { FhirRequests } from './fhir-requests.ts';
import type { ReadServerOptions } from './server-options.ts';

/** One patient being read. */
export interface Reading {
  readonly base: URL;
  readonly requests: FhirRequests;
  readonly builder: ContentBuilder;
  readonly options: ReadServerOptions;
  readonly patientId: string;
  /** Host and path of the server, for messages and `source`. */
  readonly source: string;
  readonly pages: { count: number };
}
