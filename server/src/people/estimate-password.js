// A thread that estimates one password: zxcvbn takes seconds for some texts, and the event loop must not wait for it.
// JavaScript, because the sources run as they are in tests and Node.js 20 starts no thread from TypeScript.
import { parentPort, workerData } from 'node:worker_threads';
import estimate from 'zxcvbn';

parentPort?.postMessage(estimate(workerData.password, workerData.known).score);
