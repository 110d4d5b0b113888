// What a live FHIR server is asked for, how patiently, and with which right.
import type { ServerAuth } from './auth.ts';

export interface ReadServerOptions {
  /** Id of the patient (`123` or `Patient/123`). May be left out when a SMART launch names the patient. */
  readonly patient?: string;
  /** @default { kind: 'none' } */
  readonly auth?: ServerAuth;
  /** Resources a page (`_count`). @default 200 */
  readonly pageSize?: number;
  /** Requests in flight at once. @default 4 */
  readonly maxInFlight?: number;
  /** Pages of one search that are followed. @default 10,000 */
  readonly maxPages?: number;
  /** Resources fetched one by one because others refer to them. @default 2,000 */
  readonly maxReferenced?: number;
  /** Tries of one request, the first included. @default 5 */
  readonly maxTries?: number;
  /** Wait before the second try; doubled each time. @default 500 */
  readonly backoffMs?: number;
  /** Longest wait that a server may ask for (`Retry-After`); a longer one ends the tries. @default 60,000 */
  readonly maxWaitMs?: number;
  /** One request, its body included. @default 60,000 */
  readonly timeoutMs?: number;
  /** Characters of one response. @default 200,000,000 */
  readonly maxBodyUnits?: number;
  /** Allow http:// to other hosts than this machine: the record then travels in the clear. @default false */
  readonly allowPlainHttp?: boolean;
  /** Told after each page: pages and resources so far. */
  readonly onProgress?: (progress: { readonly pages: number; readonly resources: number }) => void;
  readonly signal?: AbortSignal;
}
