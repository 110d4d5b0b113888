// What is published: one ES module and its types per entry of the package, and the command.
import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    evaluation: 'src/evaluation/index.ts',
    adapters: 'src/adapters/index.ts',
    mcp: 'src/mcp/index.ts',
    http: 'src/http/index.ts',
    testing: 'src/testing/index.ts',
    cli: 'src/cli/main.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  dts: true,
  sourcemap: false,
  clean: true,
  fixedExtension: false,
});
