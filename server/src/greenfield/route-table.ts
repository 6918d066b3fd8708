// What shops may call: each route names the permission that a key needs. Every success is exactly 200.
import type { App } from '../app.ts';
import { type Allowed, scoped } from '../contract/shop-permissions.ts';
import { type KnownShopKey, revokeShopKey } from '../projects/shop-keys.ts';
import { uuidOf } from '../shops/ids.ts';
import {
  activate,
  archive,
  changeMetadata,
  createInvoice,
  listInvoices,
  mark,
  showInvoice,
  showMethods,
} from './invoices.ts';
import { refundRoutes } from './refund-routes.ts';
import { onChainMethods, presentStore, serverInfo, storeMethods, storeRates } from './stores.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  loadWebhook,
  presentWebhook,
  showWebhooks,
} from './webhooks.ts';

export interface Call {
  readonly app: App;
  readonly key: KnownShopKey;
  /** The credential itself: only its owner has it. */
  readonly token: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/v1`. Those below `/stores/:storeId` are served without it too, except the store itself. */
  readonly path: string;
  /** Null: any key. */
  readonly needs: Allowed | null;
  run(call: Call): unknown;
}

const invoiceOf = ({ params }: Call) => uuidOf(params.invoiceId ?? '');
const webhookOf = ({ params }: Call) => uuidOf(params.webhookId ?? '');

const VIEW = 'canviewinvoices';
const MODIFY = 'canmodifyinvoices';
const SETTINGS = 'canviewstoresettings';
const HOOKS = 'webhooks.canmodifywebhooks';

export const STORE = '/stores/:storeId';
const INVOICE = `${STORE}/invoices/:invoiceId`;

export const routes: readonly Route[] = [
  { method: 'GET', path: '/server/info', needs: null, run: ({ app }) => serverInfo(app) },
  {
    method: 'GET',
    path: '/api-keys/current',
    needs: null,
    run: ({ key, token }) => ({
      apiKey: token,
      label: key.name,
      permissions: scoped(key.permissions, key.project.id),
    }),
  },
  {
    method: 'DELETE',
    path: '/api-keys/current',
    needs: null,
    run: ({ app, key }) => revokeShopKey(app, key.project.id, key.id),
  },
  {
    method: 'GET',
    path: '/stores',
    needs: SETTINGS,
    run: ({ app, key }) => [presentStore(app, key.project)],
  },
  {
    method: 'GET',
    path: STORE,
    needs: SETTINGS,
    run: ({ app, key }) => presentStore(app, key.project),
  },
  {
    method: 'GET',
    path: `${STORE}/payment-methods`,
    needs: SETTINGS,
    run: ({ app }) => storeMethods(app),
  },
  {
    method: 'GET',
    path: `${STORE}/payment-methods/OnChain`,
    needs: SETTINGS,
    run: ({ app }) => onChainMethods(app),
  },
  {
    method: 'GET',
    path: `${STORE}/payment-methods/LightningNetwork`,
    needs: SETTINGS,
    run: () => [],
  },
  {
    method: 'GET',
    path: `${STORE}/rates`,
    needs: SETTINGS,
    run: ({ app, query }) => storeRates(app, textsOf(query.currencyPair).slice(0, PAIRS_MAX)),
  },
  {
    method: 'POST',
    path: `${STORE}/invoices`,
    needs: 'cancreateinvoice',
    run: ({ app, key, body }) => createInvoice(app, key.project, body),
  },
  {
    method: 'GET',
    path: `${STORE}/invoices`,
    needs: VIEW,
    run: ({ app, key, query }) =>
      listInvoices(app, { projectId: key.project.id, ...filtersOf(query) }),
  },
  {
    method: 'GET',
    path: INVOICE,
    needs: VIEW,
    run: (call) => showInvoice(call.app, call.key.project, invoiceOf(call)),
  },
  {
    method: 'PUT',
    path: INVOICE,
    needs: MODIFY,
    run: (call) =>
      changeMetadata(call.app, call.key.project, { id: invoiceOf(call), body: call.body }),
  },
  {
    method: 'DELETE',
    path: INVOICE,
    needs: MODIFY,
    run: (call) => archive(call.app, call.key.project, { id: invoiceOf(call), isArchived: true }),
  },
  {
    method: 'POST',
    path: `${INVOICE}/unarchive`,
    needs: MODIFY,
    async run(call) {
      await archive(call.app, call.key.project, { id: invoiceOf(call), isArchived: false });
      return showInvoice(call.app, call.key.project, invoiceOf(call));
    },
  },
  {
    method: 'POST',
    path: `${INVOICE}/status`,
    needs: MODIFY,
    run: (call) => mark(call.app, call.key.project, { id: invoiceOf(call), body: call.body }),
  },
  {
    method: 'GET',
    path: `${INVOICE}/payment-methods`,
    needs: VIEW,
    run: (call) => showMethods(call.app, call.key.project, invoiceOf(call)),
  },
  {
    method: 'POST',
    path: `${INVOICE}/payment-methods/:method/activate`,
    needs: VIEW,
    run: (call) =>
      activate(call.app, call.key.project, {
        id: invoiceOf(call),
        method: call.params.method ?? '',
      }),
  },
  {
    method: 'GET',
    path: `${STORE}/webhooks`,
    needs: HOOKS,
    run: ({ app, key }) => showWebhooks(app, key.project),
  },
  {
    method: 'POST',
    path: `${STORE}/webhooks`,
    needs: HOOKS,
    run: ({ app, key, body }) => createWebhook(app, key.project, body),
  },
  {
    method: 'GET',
    path: `${STORE}/webhooks/:webhookId`,
    needs: HOOKS,
    run: async (call) =>
      presentWebhook(await loadWebhook(call.app, call.key.project, webhookOf(call))),
  },
  {
    method: 'PUT',
    path: `${STORE}/webhooks/:webhookId`,
    needs: HOOKS,
    run: (call) =>
      changeWebhook(call.app, call.key.project, { id: webhookOf(call), body: call.body }),
  },
  {
    method: 'DELETE',
    path: `${STORE}/webhooks/:webhookId`,
    needs: HOOKS,
    run: (call) => deleteWebhook(call.app, call.key.project, webhookOf(call)),
  },
  ...refundRoutes,
];

const PAIRS_MAX = 50;
const TAKEN = { usual: 50, most: 100 };
const SKIPPED_MAX = 100_000;

function filtersOf(query: Readonly<Record<string, unknown>>) {
  const [text = null] = textsOf(query.textSearch);
  return {
    orderIds: textsOf(query.orderId),
    statuses: textsOf(query.status).map((status) => status.toLowerCase()),
    text,
    from: timeOf(query.startDate),
    to: timeOf(query.endDate),
    isArchivedToo: query.includeArchived === 'true',
    take: numberOf(query.take, { usual: TAKEN.usual, most: TAKEN.most }),
    skip: numberOf(query.skip, { usual: 0, most: SKIPPED_MAX }),
  };
}

/** A parameter that may be repeated. */
function textsOf(value: unknown): readonly string[] {
  const all = Array.isArray(value) ? value : [value];
  return all.filter((one): one is string => typeof one === 'string' && one !== '');
}

function numberOf(value: unknown, { usual, most }: { usual: number; most: number }): number {
  return typeof value === 'string' && /^\d{1,9}$/.test(value)
    ? Math.min(Number(value), most)
    : usual;
}

/** Seconds. */
function timeOf(value: unknown): Date | null {
  return typeof value === 'string' && /^\d{1,11}$/.test(value)
    ? new Date(Number(value) * 1000)
    : null;
}
