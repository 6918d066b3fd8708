// The face of every operation, and what the groups of commands are about.
import type { OperatorOperations } from '../contract/operator/operations.ts';
import { alarmsFaces } from './alarms.ts';
import { checksFaces } from './checks.ts';
import type { FacesOf } from './face.ts';
import { projectsFaces } from './projects.ts';
import { solvencyFaces } from './solvency.ts';

export const faces: FacesOf<OperatorOperations> = {
  ...checksFaces,
  ...alarmsFaces,
  ...projectsFaces,
  ...solvencyFaces,
};

export const groups: Readonly<Record<string, string>> = {
  alarms: 'What a person must look at; also a line of level error in the log',
  projects: 'Merchants: each with keys, accounts and callbacks of its own',
  solvency: 'Whether what merchants own is in the wallets, or held elsewhere',
};
