// Running jobs, chains and rates, for the operator.
import type { runningOperations } from '../contract/operator/running.ts';
import { listNodes } from './nodes.ts';
import type { HandlersOf } from './operator.ts';
import { listRates } from './rates.ts';
import { readVersions } from './versions.ts';
import { listWorkers } from './workers.ts';

export const runningHandlers: HandlersOf<typeof runningOperations> = {
  'nodes.list': (app) => listNodes(app),
  'rates.list': async (app) => listRates(app),
  'versions.show': (app) => readVersions(app),
  'workers.list': (app) => listWorkers(app),
};
