// Loaded into the service under test (`--import`): writes the number of statements that it has sent to PostgreSQL to a
// file every second. A statement is a Bind or a simple Query of the protocol, also `begin` and `commit`.
import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { isMainThread } from 'node:worker_threads';

/** Type and length. */
const HEAD = 5;
const TYPES = new Set([...'BCDEFHPQSX']);
const COUNTED = new Set(['B', 'Q']);

/** 0 for a write that is not a sequence of whole messages, such as HTTP. */
function statementsIn(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  let at = 0;
  while (at + HEAD <= bytes.length) {
    const type = String.fromCharCode(view.getUint8(at));
    if (!TYPES.has(type)) return 0;
    if (COUNTED.has(type)) count += 1;
    at += 1 + view.getInt32(at + 1);
  }
  return at === bytes.length ? count : 0;
}

const file = process.env['BENCH_STATEMENTS'];
if (file !== undefined && isMainThread) {
  let total = 0;
  const { _write, _writev } = Socket.prototype;
  const count = (bytes) => {
    if (bytes instanceof Uint8Array) total += statementsIn(bytes);
  };
  Socket.prototype._write = function counted(bytes, ...others) {
    count(bytes);
    return _write.call(this, bytes, ...others);
  };
  Socket.prototype._writev = function counted(chunks, ...others) {
    for (const { chunk } of chunks) count(chunk);
    return _writev.call(this, chunks, ...others);
  };
  setInterval(() => writeFileSync(file, String(total)), 1000).unref();
}
