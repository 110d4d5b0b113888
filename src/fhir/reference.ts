// References as FHIR wrote them: how each was written, what became of it, and where in a resource they stand.

export type { ReferenceForm, ReferenceOutcome } from './reference-form.ts';
export { createReferenceResolver, type ReferenceResolver, resolverOf } from './reference-resolver.ts';
export { eachReference } from './reference-walk.ts';
