// The domain of a project's payer pages: set, checked, removed.
import type { App } from '../../app.ts';
import type { OutputOf } from '../../contract/operator/operation.ts';
import { formatTime } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import { payerSite } from '../../core/payer-site.ts';
import { checkDomain } from '../../projects/check-domain.ts';
import {
  findPayerDomain,
  removePayerDomain,
  setPayerDomain,
} from '../../projects/payer-domains.ts';
import type { HandlersOf } from '../operator.ts';
import type { payerDomainsOperations } from './contract.ts';

type Shown = OutputOf<(typeof payerDomainsOperations)['payer-domains.show']>;

export const payerDomainsHandlers: HandlersOf<typeof payerDomainsOperations> = {
  'payer-domains.show': (app, { project }) => shown(app, project),
  async 'payer-domains.set'(app, { project, domain }) {
    await setPayerDomain(app, project, domain);
    return shown(app, project);
  },
  async 'payer-domains.check'(app, { project }) {
    const row = await findPayerDomain(app.db, project);
    if (row === null) throw notFound();
    await checkDomain(app, row);
    return shown(app, project);
  },
  async 'payer-domains.remove'(app, { project }) {
    await removePayerDomain(app, project);
    return shown(app, project);
  },
};

async function shown(app: App, projectId: string): Promise<Shown> {
  const row = await findPayerDomain(app.db, projectId);
  return {
    project_id: projectId,
    domain: row?.domain ?? null,
    public_host: new URL(app.publicUrl.value).hostname,
    pages_url: payerSite(app, projectId),
    verified_at: timeOrNull(row?.verified_at),
    checked_at: timeOrNull(row?.checked_at),
    problem: row?.problem ?? null,
    detail: row?.detail ?? null,
  };
}

const timeOrNull = (at: Date | null | undefined) => (at == null ? null : formatTime(at));
