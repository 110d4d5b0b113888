// The bytes of a file through two small buffers: memory that is touched for the first time costs more than reading into it.
import { open } from 'node:fs/promises';

/**
 * Read a file from its start to its end, the next part while the last one is worked on.
 *
 * @returns chunks of at most `chunkBytes`; each holds until the next one is asked for, then its memory is filled anew
 * @throws errors of the file system
 */
export async function* readFileBytes(path: string): AsyncGenerator<Uint8Array, void> {
  const file = await open(path);
  const read = (buffer: Buffer) => {
    const reading = file.read(buffer, 0, bufferBytes);
    // A failure is told where it is waited for; abandoned reading has nobody to tell.
    reading.catch(() => undefined);
    return reading;
  };
  try {
    let ahead = read(Buffer.allocUnsafeSlow(bufferBytes));
    let free: Buffer = Buffer.allocUnsafeSlow(bufferBytes);
    for (;;) {
      const { bytesRead, buffer } = await ahead;
      if (bytesRead === 0) return;
      ahead = read(free);
      for (let at = 0; at < bytesRead; at += chunkBytes)
        yield buffer.subarray(at, Math.min(at + chunkBytes, bytesRead));
      free = buffer;
    }
  } finally {
    await file.close();
  }
}

/** A text of this length is still one of the small objects, whose memory is used again and again. */
export const chunkBytes = 64 * 1024;
const bufferBytes = 4 * chunkBytes;
