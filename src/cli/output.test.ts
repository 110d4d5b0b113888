import { expect, it, vi } from 'vitest';
import { interruptOr, note, print, withInterrupt } from './output.ts';

it('lets Ctrl-C at a prompt stop what runs, and end what is idle', async () => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const idle = vi.fn();
  const stopped = await withInterrupt(async (signal) => {
    interruptOr(idle);
    return signal.aborted;
  });
  expect(stopped).toBe(true);
  expect(idle).not.toHaveBeenCalled();

  const others = process.listeners('SIGINT');
  process.removeAllListeners('SIGINT');
  interruptOr(idle);
  for (const each of others) process.on('SIGINT', each);
  expect(idle).toHaveBeenCalledOnce();
});

it('lets no text steer a terminal', () => {
  const told = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const printed = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const { isTTY } = process.stdout;
  const text = 'a\tb\u001b[2J\u001b]0;title\u0007\u009b31m\r\nc \u{1F600}';
  const plain = 'a\tb[2J]0;title31m\nc \u{1F600}\n';

  note(text);
  process.stdout.isTTY = true;
  print(text);
  process.stdout.isTTY = false;
  print(text);
  process.stdout.isTTY = isTTY;
  const toScreen = printed.mock.calls.map(([line]) => line);
  printed.mockRestore();

  expect(told.mock.calls.at(-1)?.[0]).toBe(plain);
  expect(toScreen).toEqual([plain, `${text}\n`]);
});
