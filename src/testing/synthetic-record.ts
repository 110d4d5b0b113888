// A made-up patient's whole record from a seed: twenty years of primary care and two hospital stays.
import type { FhirResource } from '../fhir/resource.ts';
import { writeBackground, writeCast } from './synthetic/background.ts';
import { writeBypass, writeFurtherStay, writeSepsis } from './synthetic/chapters.ts';
import {
  writeHomeReadings,
  writePrescriptions,
  writeProblems,
  writeVaccines,
  writeVisits,
} from './synthetic/primary-care.ts';
import { createWriter, type RecordWriter, type ReferenceStyle } from './synthetic/writer.ts';

export interface SyntheticOptions {
  /** About how many resources the record should have; from 1000 up; met within a few hundredths. @default 1500 */
  readonly resources?: number;
  /** `relative`: `Type/id` with https fullUrls; `urn`: `urn:uuid:` in fullUrls and references. @default 'relative' */
  readonly references?: ReferenceStyle;
}

/**
 * A FHIR R4 collection Bundle of one made-up patient: hypertension, diabetes, kidney disease; a heart attack with bypass
 * operation in 2017 and sepsis in 2022, both with an ICU stay and hourly vital signs; laboratory with units and ranges,
 * medications by reference, allergies, notes, cultures, and orphans that name no visit (home glucose, vaccines, dispenses).
 *
 * The same seed and options give the same Bundle, byte for byte, in any time zone. Names and measured values depend on
 * the seed, the story doesn't. Nothing in it is taken from a real person.
 *
 * Larger records have a longer ICU stay, more home readings and more stays of the same kind.
 */
export function syntheticRecord(seed: number, options: SyntheticOptions = {}): FhirResource {
  const target = options.resources ?? standardSize;
  const writer = createWriter(seed, options.references ?? 'relative');
  const isSmall = target < smallSize;
  const cast = writeCast(writer);
  writer.begin('visits');
  const visits = writeVisits(writer, cast, isSmall ? 12 : 4);
  writeBackground(writer, cast, visits[0]!.encounter);
  writeProblems(writer, visits);
  writer.begin('prescriptions');
  writePrescriptions(writer, cast, visits);
  writer.begin('vaccines');
  writeVaccines(writer);
  const intensiveHours = isSmall ? 8 : target > 2 * standardSize ? 120 : 36;
  writer.begin('bypass');
  writeBypass(writer, cast, intensiveHours);
  writer.begin('sepsis');
  writeSepsis(writer, cast, Math.round(intensiveHours * 0.75));
  writer.begin('further stays');
  for (let index = 0; index < mostFurtherStays && writer.resources.length + stayWithReadings < target; index += 1)
    writeFurtherStay(writer, cast, index, 72);
  writer.begin('home readings');
  const readings = Math.max(fewestReadings, target - writer.resources.length);
  writeHomeReadings(writer, readings / yearsOfReadings);
  return bundleOf(writer);
}

function bundleOf(writer: RecordWriter): FhirResource {
  return {
    resourceType: 'Bundle',
    type: 'collection',
    entry: writer.resources.map((resource) => ({ fullUrl: writer.fullUrl(resource), resource })),
  };
}

const standardSize = 1500;
const smallSize = 1200;
/** Years from the first insulin to the last visit. */
const yearsOfReadings = 8.1;
/** One further stay has some 450 resources; a record that wants fewer more gets them as readings at home. */
const stayWithReadings = 1000;
const mostFurtherStays = 120;
/** Home readings that even a small record has. */
const fewestReadings = 40;
