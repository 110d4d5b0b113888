// The house rules: which room may import which. Each rule says where the code belongs instead.

/** Rooms from the ground up; a room may import itself and the ones before it. */
const rooms = ['fhir', 'graph', 'question', 'plan', 'saliency', 'linearization', 'tools', 'agent', 'evaluation'];
const doors = ['mcp', 'http', 'cli'];
const tests = '\\.test\\.ts$|^test/|^bench/|^scripts/|^examples/';

const roomOrder = rooms.slice(0, -1).map((room, index) => ({
  name: `${room}-imports-downwards`,
  severity: 'error',
  comment: `${room} may import only ${rooms.slice(0, index + 1).join(', ')}: move the shared code down, or this code up to ${rooms[index + 1]}.`,
  from: { path: `^src/${room}/`, pathNot: tests },
  to: { path: `^src/(${rooms.slice(index + 1).join('|')})/` },
}));

export default {
  forbidden: [
    ...roomOrder,
    {
      name: 'no-cycles',
      severity: 'error',
      comment:
        'Two files that import each other are one idea: join them, or take the shared part out into a third, lower file.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'core-without-wings',
      severity: 'error',
      comment:
        'Disk, network and clock live in src/adapters and are handed in by a door: make it an option or a port of the room.',
      from: { path: `^src/(${rooms.join('|')})/`, pathNot: tests },
      to: { path: '^src/(adapters|testing)/' },
    },
    {
      name: 'pure-core-without-node',
      severity: 'error',
      comment: 'fhir … tools are data in, data out: what needs Node belongs in src/adapters or a door.',
      from: { path: '^src/(fhir|graph|question|plan|saliency|linearization|tools)/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'doors-are-not-imported',
      severity: 'error',
      comment: 'A door parses, calls one function and prints: logic that another file needs belongs in a room.',
      from: { path: '^src/', pathNot: `^src/(${doors.join('|')})/` },
      to: { path: `^src/(${doors.join('|')})/` },
    },
    {
      name: 'mcp-and-http-side-by-side',
      severity: 'error',
      comment: 'mcp and http know each other only as functions that cli (or http, as a mounted handler) receives.',
      from: { path: '^src/mcp/', pathNot: tests },
      to: { path: '^src/(http|cli)/' },
    },
    {
      name: 'http-does-not-know-the-cli',
      severity: 'error',
      comment: 'cli starts http; what both need belongs in a room or an adapter.',
      from: { path: '^src/http/', pathNot: tests },
      to: { path: '^src/(mcp|cli)/' },
    },
    {
      name: 'rooms-import-files-directly',
      severity: 'error',
      comment: 'index.ts files are the package entries for users; inside the house import the file that has the name.',
      from: { path: '^src/', pathNot: `${tests}|index\\.ts$` },
      to: { path: '^src/index\\.ts$|^src/[^/]+/index\\.ts$' },
    },
    {
      name: 'adapters-below-the-doors',
      severity: 'error',
      comment: 'Adapters implement ports: they may import a types of a strategy, never its code.',
      from: { path: '^src/adapters/', pathNot: tests },
      to: { path: '^src/evaluation/strategies/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-dev-packages-in-the-product',
      severity: 'error',
      comment: 'A package that src/ imports must be in dependencies (or an optional peer that is imported lazily).',
      from: { path: '^src/', pathNot: `${tests}` },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm-peer', 'npm-optional'] },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      comment: 'The import leads nowhere: mend the path, or add the package to package.json.',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
