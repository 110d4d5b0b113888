import { describe, expect, it } from 'vitest';
import { smallGraph } from '../../test/support/small-graph.ts';
import { checkClaim, claimSchema } from './check-claim.ts';

describe('checkClaim', () => {
  const check = (claim: object) => checkClaim(smallGraph(), claimSchema.parse(claim));

  it.each([
    [{ value: '4.1', unit: 'mmol/L', cites: ['Observation/k3'] }, true],
    [{ value: 4.1, unit: 'mmol/L', cites: 'Observation/k3' }, true],
    [{ value: '3', how: 'count', cites: 'Observation/k1, Observation/k2,Observation/k3' }, true],
    [{ value: '3', how: 'count', cites: '["Observation/k1","Observation/k2"]' }, false],
    [{ value: 'yes', how: 'exists', cites: ['Observation/k3'] }, true],
    [{ value: false, how: 'exists', cites: ['Observation/k3'] }, false],
    [{ value: '4.1', unit: 'mmol/L', time: '2141-03-11', cites: ['Observation/k3'] }, false],
    [{ value: 'constructor', cites: ['Observation/k3'] }, false],
  ])('recomputes %j', (claim, supported) => {
    expect(check(claim).supported).toBe(supported);
  });

  it('bears out nothing by nothing, not even a no', () => {
    expect(check({ value: 'no', how: 'exists', cites: [] })).toMatchObject({ supported: false, kind: 'citation' });
    expect(check({ value: 'constructor', cites: ['Observation/k3'] }).claim).toBe('constructor');
  });
});
