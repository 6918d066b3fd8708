// Alerts and their destinations.

import { deliveryText } from '../../alerts/delivery-text.ts';
import {
  addDestination,
  type DestinationRow,
  listDestinations,
  removeDestination,
  switchDestination,
} from '../../alerts/destinations.ts';
import type { DeliveryReply } from '../../alerts/kinds/kinds.ts';
import { destinationKinds } from '../../alerts/kinds/kinds.ts';
import { testDestinations } from '../../alerts/post.ts';
import { runbookPath } from '../../alerts/render.ts';
import type { App } from '../../app.ts';
import { severityOf } from '../../contract/alert-kinds.ts';
import { permissionsOfRole } from '../../contract/roles.ts';
import { invalid, notFound } from '../../core/errors.ts';
import { standardWebhooksSecret } from '../../events/sign-callback.ts';
import { acknowledgeAlert, assignAlert, pageOfAlerts, resolveAlert } from '../../ledger/alerts.ts';
import { findUser } from '../../people/users.ts';
import { type HandlersOf, withProblems } from '../operator.ts';
import { requestedPage, requestedSpan, shownPage } from '../present.ts';
import type { alertsOperations } from './contract.ts';

export const alertsHandlers: HandlersOf<typeof alertsOperations> = {
  async 'alerts.list'(app, { all, kind, ...input }) {
    const page = await pageOfAlerts(app.db, {
      ...requestedPage(input),
      withResolved: all === true,
      kind: kind ?? null,
      span: requestedSpan(input),
    });
    return shownPage(page, (row) => ({
      ...row,
      raised_at: row.created_at,
      severity: severityOf(row.kind),
      runbook: runbookPath(row.kind),
    }));
  },
  async 'alerts.acknowledge'(app, { alert_id: id, reason: note }, { actor }) {
    return acknowledgeAlert(app, { id, note, by: actor.name });
  },
  async 'alerts.assign'(app, { alert_id: id, user_id: userId = null }) {
    if (userId !== null) await insistOnAssignable(app, userId);
    return assignAlert(app, { id, userId });
  },
  async 'alerts.resolve'(app, { alert_id: id, reason }) {
    return resolveAlert(app, { id, reason });
  },
  async 'alerts.destinations.list'(app) {
    return (await listDestinations(app.db)).map(shown);
  },
  'alerts.destinations.add': withProblems(
    async (app, { kind, name, language, repeat_minutes: repeatMinutes, ...given }) => {
      const place = destinationKinds[kind].read(app, given, []);
      if (place === null) throw invalid();
      const row = await addDestination(app, { kind, name, place, language, repeatMinutes });
      const { madeSecret = null } = place;
      return {
        ...shown(row),
        signing_secret: madeSecret,
        standard_webhooks_secret: madeSecret === null ? null : standardWebhooksSecret(madeSecret),
      };
    },
    (app, { kind, ...given }, problems) => {
      if (kind !== undefined) destinationKinds[kind].read(app, given, problems);
    },
  ),
  async 'alerts.destinations.enable'(app, { destination_id: id }) {
    return shown(await switchDestination(app, { id, isEnabled: true }));
  },
  async 'alerts.destinations.disable'(app, { destination_id: id }) {
    return shown(await switchDestination(app, { id, isEnabled: false }));
  },
  async 'alerts.destinations.remove'(app, { destination_id: id }) {
    return { id, ...(await removeDestination(app, id)) };
  },
  async 'alerts.test'(app, { destination }) {
    const results = await testDestinations(app, destination ?? null);
    return results.map(({ row, isTaken, reply, milliseconds }) => ({
      ...row,
      delivered: isTaken,
      response: deliveryText(reply),
      error_code: codeOf(reply),
      milliseconds,
    }));
  },
};

/** Errors: 404 for a person who cannot take care of alerts. */
async function insistOnAssignable(app: App, userId: string): Promise<void> {
  const user = await findUser(app.db, userId);
  const isAble = permissionsOfRole(user?.role ?? null).has('configure');
  if (user === null || user.disabled_at !== null || !isAble) throw notFound();
}

function shown(row: DestinationRow) {
  return {
    ...row,
    enabled: row.is_enabled,
    last_error: row.last_error === null ? null : deliveryText(row.last_error),
    last_error_code: row.last_error === null ? null : codeOf(row.last_error),
  };
}

const codeOf = (reply: DeliveryReply) => ('code' in reply ? reply.code : null);
