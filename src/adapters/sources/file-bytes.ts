// The bytes of a file through one small buffer: memory that is touched for the first time costs more than reading into it.
import { open } from 'node:fs/promises';

/**
 * Read a file from its start to its end.
 *
 * @returns chunks of at most `chunkBytes`; each holds until the next one is asked for, then its memory is filled anew
 * @throws errors of the file system
 */
export async function* readFileBytes(path: string): AsyncGenerator<Uint8Array, void> {
  const file = await open(path);
  try {
    const buffer = Buffer.allocUnsafeSlow(bufferBytes);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, bufferBytes);
      if (bytesRead === 0) return;
      for (let at = 0; at < bytesRead; at += chunkBytes)
        yield buffer.subarray(at, Math.min(at + chunkBytes, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/** A text of this length is still one of the small objects, whose memory is used again and again. */
export const chunkBytes = 64 * 1024;
const bufferBytes = 4 * chunkBytes;
