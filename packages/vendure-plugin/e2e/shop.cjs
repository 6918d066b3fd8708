// A whole Vendure shop in one process, as the test starts it: a product, shipping, tax, the packed plugin. `SHOP` has
// its configuration as JSON. It writes `ready`, and one line for each event that the test counts.
const {
  bootstrap,
  DefaultSchedulerPlugin,
  EventBus,
  LanguageCode,
  OrderPlacedEvent,
  PaymentMethodHandler,
  PaymentStateTransitionEvent,
  RefundStateTransitionEvent,
} = require('@vendure/core');
const { populate } = require('@vendure/core/cli');
const { chaintillPlugin } = require('@chaintill/vendure-plugin');

const { databaseUrl, port, chaintill, admin, products } = JSON.parse(process.env.SHOP);
const { returnUrl, ...options } = chaintill;

/** Like a card that was charged before Vendure is told: it covers the total, whatever else is open. */
const card = new PaymentMethodHandler({
  code: 'card',
  description: [{ languageCode: LanguageCode.en, value: 'Card' }],
  args: {},
  createPayment: (_ctx, order) => ({ amount: order.totalWithTax, state: 'Settled' }),
  settlePayment: () => ({ success: true }),
});

const config = {
  apiOptions: {
    hostname: '127.0.0.1',
    port,
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
    cors: { origin: `http://127.0.0.1:${port}` },
  },
  authOptions: {
    tokenMethod: ['bearer'],
    superadminCredentials: { identifier: admin.name, password: admin.password },
  },
  dbConnectionOptions: {
    type: 'postgres',
    extra: { connectionString: databaseUrl },
    synchronize: products !== undefined,
    logging: false,
  },
  paymentOptions: { paymentMethodHandlers: [card] },
  // A shop in production has a worker for its tasks.
  schedulerOptions: { runTasksInWorkerOnly: false },
  importExportOptions: { importAssetsDir: __dirname },
  plugins: [
    DefaultSchedulerPlugin.init({ manualTriggerCheckInterval: 500 }),
    chaintillPlugin({ ...options, returnUrl: ({ code }) => `${returnUrl}${code}` }),
  ],
};

const initialData = {
  defaultLanguage: LanguageCode.en,
  defaultZone: 'Europe',
  countries: [{ code: 'DE', name: 'Germany', zone: 'Europe' }],
  taxRates: [{ name: 'Standard', percentage: 19 }],
  shippingMethods: [{ name: 'Post', price: 500 }],
  paymentMethods: ['chaintill', 'card'].map((code) => ({
    name: code,
    handler: { code, arguments: [] },
  })),
  collections: [],
};

const say = (...words) => process.stdout.write(`${words.join(' ')}\n`);

async function start() {
  const app =
    products === undefined
      ? await bootstrap(config)
      : await populate(() => bootstrap(config), initialData, products);
  const events = app.get(EventBus);
  events.ofType(OrderPlacedEvent).subscribe(({ order }) => say('placed', order.code));
  events
    .ofType(PaymentStateTransitionEvent)
    .subscribe(({ order, fromState, toState }) => say('payment', order.code, fromState, toState));
  events
    .ofType(RefundStateTransitionEvent)
    .subscribe(({ order, fromState, toState }) => say('refund', order.code, fromState, toState));
  say('ready');
}

start().catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
