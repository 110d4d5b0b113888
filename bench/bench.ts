// `npm run bench`: prints the ratios that the README quotes. `npm run bench -- load` runs one part.
import { benchConversation } from './conversation.ts';
import { benchLinearize } from './linearize.ts';
import { benchLoad } from './load.ts';
import { benchMcp } from './mcp.ts';
import { benchTools } from './tools.ts';

const parts: Readonly<Record<string, () => Promise<void>>> = {
  conversation: benchConversation,
  linearize: benchLinearize,
  load: benchLoad,
  mcp: benchMcp,
  tools: benchTools,
};
const asked = process.argv.slice(2);
const unknown = asked.find((name) => parts[name] === undefined);
if (unknown !== undefined) {
  console.error(`Expected parts of the bench (${Object.keys(parts).join(', ')}), found ${unknown}.`);
  process.exit(2);
}

console.log(`Node ${process.version}, ${process.platform} ${process.arch}; each figure is the least of its rounds.`);
for (const [name, run] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n# ${name}`);
  await run();
}
