// How much a source may ask of this machine: every limit is an option, and what is past it is refused and named.

/** Limits on reading. Sizes are in bytes unless the name says otherwise. */
export interface ReadLimits {
  /** One file after unpacking. @default 8 GiB */
  readonly unpackedBytes: number;
  /** Unpacked over packed size, looked at from 64 MB unpacked on: FHIR packs about 10 to 60 fold. @default 400 */
  readonly expansion: number;
  /** One line, or one whole document, in UTF-16 units: it must fit one string. @default 500,000,000 */
  readonly documentUnits: number;
  /** Files of a folder and its subfolders. @default 100,000 */
  readonly files: number;
}

export const defaultReadLimits: ReadLimits = {
  unpackedBytes: 8 * 1024 ** 3,
  expansion: 400,
  documentUnits: 500_000_000,
  files: 100_000,
};
