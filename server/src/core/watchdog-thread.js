// Ends the process when the event loop no longer runs. The thread counts its own ticks instead of reading a clock,
// because both stand still while the machine sleeps. JavaScript for the same reason as people/estimate-password.js.
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

const STDERR = 2;
const { beats, interval, missesMax } = workerData;
let last = -1;
let misses = 0;

setInterval(() => {
  const now = Atomics.load(beats, 0);
  misses = now === last ? misses + 1 : 0;
  last = now;
  if (misses < missesMax) return;
  const msg = `the event loop did not run for ${(misses * interval) / 1000} seconds: the process ends`;
  writeSync(STDERR, `${JSON.stringify({ level: 60, msg })}\n`);
  process.kill(process.pid, 'SIGKILL');
}, interval);
