// Runs the test suite in three time zones: west, east and UTC, where a day begins at three different instants.
import { spawnSync } from 'node:child_process';

const zones = ['UTC', 'America/New_York', 'Asia/Seoul'];

for (const zone of zones) {
  console.log(`\nTests in TZ=${zone}`);
  const run = spawnSync('npx', ['vitest', 'run', ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, TZ: zone },
  });
  if (run.status !== 0) process.exit(run.status ?? 1);
}
console.log(`\nPassed in ${zones.join(', ')}.`);
