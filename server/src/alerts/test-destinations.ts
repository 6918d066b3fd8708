// Sends a test message immediately and returns the result.
import type { App } from '../app.ts';
import { steadyNow } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import { type DestinationRow, type OpenedDestination, openDestinations } from './destinations.ts';
import type { Result } from './kinds/kind.ts';
import { destinationKinds } from './kinds/kinds.ts';
import { noteDestination } from './note-message.ts';
import { render } from './render.ts';
import { transportsOf } from './transports.ts';

export interface TestResult extends Result {
  readonly row: DestinationRow;
  readonly milliseconds: number;
}

/** All enabled destinations, or the one with this name or ID. Errors: 404. */
export async function testDestinations(
  app: App,
  requested: string | null,
): Promise<readonly TestResult[]> {
  const opened = await openDestinations(app, requested);
  return Promise.all(opened.map((destination) => testOne(app, destination)));
}

/**
 * The result is stored like that of any message, so that a destination that works again is no longer reported as
 * failing.
 */
async function testOne(app: App, { row, settings }: OpenedDestination): Promise<TestResult> {
  const began = steadyNow();
  const { publicUrl } = app.config;
  const rendered = render({ content: null, language: row.language, publicUrl });
  const message = { id: newId(app.clock, app.random), content: null, publicUrl, ...rendered };
  const outcome = await destinationKinds[row.kind].send(message, settings, transportsOf(app));
  const milliseconds = Math.round(steadyNow() - began);
  await app.db.transaction((tx) => noteDestination(tx, row.id, outcome));
  return { row, milliseconds, ...outcome };
}
