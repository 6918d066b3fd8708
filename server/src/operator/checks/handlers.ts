// Checks of the whole instance: the doctor's findings, and the audit of all ledgers.

import { auditEverything } from '../../workers/audit-everything.ts';
import { examine } from '../doctor/examine.ts';
import type { HandlersOf } from '../operator.ts';
import type { checksOperations } from './contract.ts';

export const checksHandlers: HandlersOf<typeof checksOperations> = {
  async doctor(app) {
    const findings = await examine(app);
    return findings.map(({ node = null, ...finding }) => ({ ...finding, node }));
  },
  async audit(app, { again }, { report }) {
    const say = (progress: string) => report?.(progress);
    const { findings } = await auditEverything(app, { isNew: again === true, say });
    return findings.map(({ invariant, facts }) => ({ invariant, facts }));
  },
};
