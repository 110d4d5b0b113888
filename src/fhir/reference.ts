// References as FHIR wrote them: found, classified and resolved.

/** How a reference was written (model.md §1). */
export type ReferenceForm =
  | 'relative'
  | 'versioned'
  | 'absolute'
  | 'urn'
  | 'contained'
  | 'conditional'
  | 'identifier'
  | 'display-only'
  | 'malformed';

/** What became of it. Everything but `resolved` leaves a dangling link. */
export type ReferenceOutcome = 'resolved' | 'absent' | 'external' | 'wrong-type' | 'malformed' | 'ambiguous';
