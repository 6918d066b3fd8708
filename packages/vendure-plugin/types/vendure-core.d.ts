// The part of `@vendure/core` that the plugin uses, from Vendure's documentation of its plugin API. With it the plugin
// compiles where Vendure is not installed. Where it is, a test checks the plugin against Vendure's own types.
declare module '@vendure/core' {
  export type ID = string | number;
  export type LanguageCode = string;
  export const LanguageCode: { readonly en: LanguageCode };

  export interface RequestContext {
    readonly channelId: ID;
    readonly languageCode: LanguageCode;
  }

  export interface Injector {
    get<T>(type: new (...values: never[]) => T): T;
  }

  // biome-ignore lint/suspicious/noExplicitAny: Vendure's own type.
  export type PaymentMetadata = any;
  export type PaymentState =
    | 'Created'
    | 'Authorized'
    | 'Settled'
    | 'Declined'
    | 'Error'
    | 'Cancelled';
  export type RefundState = 'Pending' | 'Settled' | 'Failed';

  export class Channel {
    id: ID;
    token: string;
  }
  export class Customer {
    emailAddress: string;
  }
  export class Refund {
    id: ID;
    total: number;
    state: RefundState;
    transactionId: string;
    metadata: PaymentMetadata;
    payment: Payment;
  }
  export class Payment {
    id: ID;
    method: string;
    amount: number;
    state: PaymentState;
    transactionId: string;
    metadata: PaymentMetadata;
    order: Order;
    refunds: Refund[];
  }
  export class OrderLine {
    quantity: number;
    productVariant: { name: string };
    readonly taxRate: number;
    readonly proratedLinePriceWithTax: number;
  }
  export class Surcharge {
    description: string;
    readonly priceWithTax: number;
    readonly taxRate: number;
  }
  export class Order {
    id: ID;
    code: string;
    state: string;
    customer?: Customer;
    currencyCode: string;
    readonly totalWithTax: number;
    lines: OrderLine[];
    surcharges: Surcharge[];
    shippingLines: { readonly taxRate: number; readonly discountedPriceWithTax: number }[];
    payments: Payment[];
  }

  interface Query<Entity> {
    setLock(mode: 'pessimistic_write'): Query<Entity>;
    where(text: string, values: object): Query<Entity>;
    getOne(): Promise<Entity | null>;
  }
  interface Repository<Entity> {
    createQueryBuilder(alias: string): Query<Entity>;
    find(options: object): Promise<Entity[]>;
    findOne(options: object): Promise<Entity | null>;
    update(id: ID, values: object): Promise<unknown>;
  }

  export class TransactionalConnection {
    readonly rawConnection: { readonly options: { readonly type: string } };
    getRepository<Entity>(
      ctx: RequestContext,
      entity: new (...values: never[]) => Entity,
    ): Repository<Entity>;
    withTransaction<T>(ctx: RequestContext, work: (ctx: RequestContext) => Promise<T>): Promise<T>;
  }
  export class RequestContextService {
    create(config: { apiType: 'admin'; channelOrToken?: string }): Promise<RequestContext>;
  }
  export class ConfigService {
    readonly entityOptions: { readonly moneyStrategy?: { readonly precision?: number } };
  }
  export class OrderService {
    getOrderPayments(ctx: RequestContext, orderId: ID): Promise<Payment[]>;
    settlePayment(ctx: RequestContext, paymentId: ID): Promise<object>;
    cancelPayment(ctx: RequestContext, paymentId: ID): Promise<object>;
    transitionRefundToState(ctx: RequestContext, refundId: ID, state: RefundState): Promise<object>;
  }
  export const Logger: {
    info(text: string, context?: string): void;
    warn(text: string, context?: string): void;
    error(text: string, context?: string): void;
  };

  interface PaymentResult {
    amount: number;
    state: 'Created';
    transactionId?: string;
    metadata?: PaymentMetadata;
  }
  interface FailedPaymentResult {
    amount: number;
    state: 'Error';
    errorMessage: string;
  }
  interface DoneResult {
    success: true;
    metadata?: PaymentMetadata;
  }
  interface SettleFailedResult {
    success: false;
    state?: Exclude<PaymentState, 'Settled'>;
    errorMessage?: string;
    metadata?: PaymentMetadata;
  }
  interface CancelFailedResult {
    success: false;
    state?: Exclude<PaymentState, 'Cancelled'>;
    errorMessage?: string;
    metadata?: PaymentMetadata;
  }
  interface LocalizedText {
    languageCode: LanguageCode;
    value: string;
  }
  export class PaymentMethodHandler {
    constructor(config: {
      code: string;
      description: LocalizedText[];
      args: Record<string, never>;
      init?(injector: Injector): void | Promise<void>;
      createPayment(
        ctx: RequestContext,
        order: Order,
        amount: number,
      ): Promise<PaymentResult | FailedPaymentResult>;
      settlePayment(
        ctx: RequestContext,
        order: Order,
        payment: Payment,
      ): Promise<DoneResult | SettleFailedResult>;
      cancelPayment(
        ctx: RequestContext,
        order: Order,
        payment: Payment,
      ): Promise<DoneResult | CancelFailedResult>;
      createRefund(
        ctx: RequestContext,
        input: object,
        amount: number,
        order: Order,
        payment: Payment,
      ): Promise<{ state: RefundState; transactionId?: string; metadata?: PaymentMetadata }>;
    });
  }

  type TransitionAnswer = undefined | boolean | string;
  export interface PaymentProcess<State extends string> {
    transitions?: Partial<Record<State, { to: readonly State[]; mergeStrategy?: 'merge' }>>;
    onTransitionStart?(
      from: State,
      to: State,
      data: { ctx: RequestContext; order: Order; payment: Payment },
    ): TransitionAnswer | Promise<TransitionAnswer>;
  }
  interface RefundProcess<State extends string> {
    transitions?: Partial<Record<State, { to: readonly State[]; mergeStrategy?: 'merge' }>>;
  }
  export interface OrderProcess<State extends string> {
    onTransitionStart?(
      from: string,
      to: string,
      data: { ctx: RequestContext; order: Order },
    ): TransitionAnswer | Promise<TransitionAnswer>;
    onTransitionEnd?(
      from: string,
      to: string,
      data: { ctx: RequestContext; order: Order },
    ): Promise<void>;
  }
  export class ScheduledTask {
    constructor(config: {
      id: string;
      description?: string;
      schedule: string;
      execute(given: object): Promise<unknown>;
    });
  }

  export interface RuntimeVendureConfig {
    apiOptions: {
      middleware: { route: string; handler: unknown; beforeListen?: boolean }[];
    };
    paymentOptions: {
      paymentMethodHandlers: PaymentMethodHandler[];
      process?: PaymentProcess<PaymentState>[];
      refundProcess?: RefundProcess<RefundState>[];
    };
    orderOptions: { process?: OrderProcess<string>[] };
    schedulerOptions: { tasks?: ScheduledTask[] };
  }
  export type Type<T> = new (...values: never[]) => T;
  export class PluginCommonModule {}
  export function VendurePlugin(metadata: {
    imports: Type<unknown>[];
    compatibility: string;
    configuration(config: RuntimeVendureConfig): RuntimeVendureConfig;
  }): (target: never) => void;
}
