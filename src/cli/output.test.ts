import { expect, it, vi } from 'vitest';
import { interruptOr, withInterrupt } from './output.ts';

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
