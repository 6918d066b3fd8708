// Small images of each type, as a browser would upload them.

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** `padding`: bytes of text, for a large file. */
export function png(
  width: number,
  height: number,
  { isAnimated = false, padding = 0 } = {},
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...(isAnimated ? [chunk('acTL', Buffer.alloc(8))] : []),
    chunk('tEXt', Buffer.alloc(padding, 'a')),
    chunk('IDAT', Buffer.alloc(4)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A start of image, its frame (ITU T.81, B.2.2) and its end. */
export function jpeg(width: number, height: number): Buffer {
  const app = Buffer.from('ffe000104a46494600010100000100010000', 'hex');
  const frame = Buffer.from('ffc0001108000000000301220002110103110100', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from('ffd8', 'hex'), app, frame, Buffer.from('ffd9', 'hex')]);
}

/** RFC 9649, 2.7: the extended format. */
export function webp(width: number, height: number, { isAnimated = false } = {}): Buffer {
  const bytes = Buffer.alloc(30);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(22, 4);
  bytes.write('WEBPVP8X', 8, 'latin1');
  bytes.writeUInt32LE(10, 16);
  bytes[20] = isAnimated ? 0x02 : 0;
  bytes.writeUIntLE(width - 1, 24, 3);
  bytes.writeUIntLE(height - 1, 27, 3);
  return bytes;
}
