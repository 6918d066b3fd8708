// The application of a process that has started nothing, and how many of its statements a test looks for.
import type { App } from '../../src/app.ts';
import { otherApp } from './other-app.ts';

export interface CountingApp {
  readonly app: App;
  readonly counted: () => number;
}

/** `method`: through which they are sent. `start`: how their text begins; by default, all are counted. */
export function countingApp(of: App, method: 'query' | 'write', start = ''): CountingApp {
  let counted = 0;
  const { db } = of;
  const send: typeof db.write = (text, values) => {
    if (text.startsWith(start)) counted += 1;
    return db[method](text, values);
  };
  return { app: otherApp(of, { db: { ...db, [method]: send } }), counted: () => counted };
}
