// The plugin for `plugins` in the Vendure configuration: a payment method, the route of the callbacks, additions to the
// states, and a task for callbacks that never arrived.
import {
  Logger,
  PluginCommonModule,
  type RuntimeVendureConfig,
  ScheduledTask,
  type Type,
  VendurePlugin,
} from '@vendure/core';
import { CALLBACK_ROUTE, createCallbackMiddleware } from './callbacks.ts';
import { explain } from './explain.ts';
import { createHandler } from './handler.ts';
import { type ChaintillOptions, createClientOf } from './options.ts';
import { syncOpenPayments } from './payments.ts';
import { createOrderProcess, createPaymentProcess, createRefundProcess } from './processes.ts';
import { syncRefunds } from './refunds.ts';
import { LOG_CONTEXT, type Services, type Shop } from './shop.ts';
import { createTurns } from './turns.ts';

export type { ChaintillOptions } from './options.ts';
export type { PublicMetadata } from './payment-step.ts';

const COMPATIBILITY = '^3.3.0';

/** Throws when an option is missing or wrong. */
export function chaintillPlugin(options: ChaintillOptions): Type<unknown> {
  const { shop, start } = createShop(options);
  // Vendure and Nest identify a plugin by its constructor.
  function ChaintillPlugin() {}
  const plugin = ChaintillPlugin as unknown as Type<unknown>;
  VendurePlugin({
    imports: [PluginCommonModule],
    compatibility: COMPATIBILITY,
    configuration: (config) => configure(config, shop, start),
  })(plugin as never);
  return plugin;
}

function createShop(options: ChaintillOptions) {
  let started: Services | null = null;
  const shop: Shop = {
    options,
    client: createClientOf(options),
    services() {
      if (started === null) throw new Error('the shop is starting');
      return started;
    },
  };
  const start = (services: Services) => {
    started = services;
  };
  return { shop, start };
}

function configure(
  config: RuntimeVendureConfig,
  shop: Shop,
  start: (services: Services) => void,
): RuntimeVendureConfig {
  const { apiOptions, paymentOptions, orderOptions, schedulerOptions } = config;
  apiOptions.middleware.push({
    route: CALLBACK_ROUTE,
    handler: createCallbackMiddleware(shop),
    beforeListen: true,
  });
  paymentOptions.paymentMethodHandlers.push(createHandler(shop, start));
  paymentOptions.process = [...(paymentOptions.process ?? []), createPaymentProcess()];
  paymentOptions.refundProcess = [...(paymentOptions.refundProcess ?? []), createRefundProcess()];
  orderOptions.process = [...(orderOptions.process ?? []), createOrderProcess(shop)];
  schedulerOptions.tasks = [...(schedulerOptions.tasks ?? []), createTask(shop)];
  return config;
}

/** Runs where the shop has a scheduler, such as Vendure's `DefaultSchedulerPlugin`. */
function createTask(shop: Shop): ScheduledTask {
  const payments = createTurns(tell);
  const refunds = createTurns(tell);
  return new ScheduledTask({
    id: 'chaintill-sync',
    description: 'Reads open Chaintill payments and refunds, in case a callback never arrived',
    schedule: '*/10 * * * *',
    execute: async () => {
      await syncOpenPayments(shop, payments).catch(tell);
      await syncRefunds(shop, refunds).catch(tell);
      return { success: true };
    },
  });
}

function tell(error: unknown): void {
  Logger.error(`an open payment or refund was not read: ${explain(error)}`, LOG_CONTEXT);
}
