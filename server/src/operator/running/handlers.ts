// Running jobs, chains and rates, for the operator.

import type { HandlersOf } from '../operator.ts';
import { listWorkers } from '../workers.ts';
import type { runningOperations } from './contract.ts';
import { listNodes } from './nodes.ts';
import { listRates } from './rates.ts';
import { readVersions } from './versions.ts';

export const runningHandlers: HandlersOf<typeof runningOperations> = {
  'nodes.list': (app) => listNodes(app),
  'rates.list': async (app) => listRates(app),
  'versions.show': (app) => readVersions(app),
  'workers.list': (app) => listWorkers(app),
};
