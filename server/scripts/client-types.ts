// client/src/types.ts: the types of the published client, from the OpenAPI document. Components keep their
// names; what operations take gets the names below, or one made from the operation's id.
import type {
  DocumentedOperation,
  OpenApiDocument,
  Parameter,
  Schema,
} from '../src/contract/openapi-types.ts';

/** Names that the client's users know; `Paging` stands for every list without a filter of its own. */
const inputNames: Readonly<Record<string, string>> = {
  listChannelPayments: 'Paging',
  listCustomers: 'Paging',
  listSubscriptions: 'Paging',
  listCheckouts: 'Paging',
  listPaymentLinks: 'Paging',
  listAccountTransactions: 'AccountTransactionQuery',
  listTransactions: 'TransactionQuery',
  listChannels: 'ByCustomer',
  listInvoices: 'InvoiceQuery',
  createChannel: 'NewChannel',
  updateChannel: 'ChannelChange',
  listCoinDeposits: 'CoinDepositQuery',
  creditCoinDeposit: 'CoinDepositCredit',
  refundCoinDeposit: 'CoinDepositRefund',
  attachCoinDeposit: 'CoinDepositAttachment',
  createCustomer: 'NewCustomer',
  updateCustomer: 'CustomerChange',
  createInvoice: 'NewInvoice',
  createInvoiceRecalculation: 'RecalculationRequest',
  createInvoiceRefund: 'RefundRequest',
  createRefundClaim: 'NewRefundClaim',
  listRefundClaims: 'RefundClaimQuery',
  declineRefundClaim: 'RefundClaimDecline',
  createCoinWithdrawal: 'CoinWithdrawalRequest',
  listCoinWithdrawals: 'ByCustomer',
  listNetworkFees: 'NetworkFeeQuery',
  createExchangeTransfer: 'ExchangeTransferRequest',
  createCheckout: 'NewCheckout',
  createPaymentLink: 'NewPaymentLink',
  replacePaymentLink: 'NewPaymentLink',
  switchPaymentLink: 'PaymentLinkSwitch',
  listDonations: 'Paging',
  hideDonation: 'DonationHiding',
  createSubscription: 'NewSubscription',
  scoreRisk: 'RiskQuestion',
};

/** Components that the client has types of its own for, or needs none. */
const unneeded = new Set(['Meta', 'Error']);

const HEADER = `// The objects of the merchant API (version 2) and what its operations take, as on the wire. Generated from
// the OpenAPI document by \`npm run generate\`: do not edit. Amounts are decimal strings (\`"100.0"\`), never
// numbers: a JSON number loses digits. Times are ISO 8601 texts.

/** A decimal number as text, for example \`0.00184519\`. */
export type Amount = string;
/** \`2026-11-21T00:25:07+00:00\`. */
export type Time = string;
export type Metadata = Readonly<Record<string, string>>;
/** Any JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

export interface Page<Row> {
  data: Row[];
  meta: { total: number; has_more: boolean };
}
`;

export function clientTypes(document: OpenApiDocument): string {
  const { schemas } = document.components;
  const objects = Object.entries(schemas)
    .filter(([name]) => !unneeded.has(name) && !name.endsWith('Callback'))
    .map(([name, schema]) => objectType(name, schema));
  const callbacks = Object.keys(schemas).filter((name) => name.endsWith('Callback'));
  return [
    HEADER,
    ...objects,
    `// What operations take. A key that is undefined is not sent.\n`,
    ...inputTypes(document),
    `// What callbacks bring.\n`,
    ...callbacks.map((name) => objectType(name, schemas[name] ?? {})),
    `export type Callback = ${callbacks.join(' | ')};\n`,
    `export type TransactionReferenceType = Transaction['reference_type'];\n`,
  ].join('\n');
}

function objectType(name: string, schema: Schema): string {
  if (schema.properties === undefined)
    return `export type ${name} = ${typeOf(schema, 'output')};\n`;
  return `export interface ${name} ${fieldsOf(schema, 'output')}\n`;
}

function inputTypes({ paths }: OpenApiDocument): string[] {
  const types = new Map<string, string>();
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const schema = inputOf(operation);
    if (schema === null) continue;
    const name = inputNameOf(operation.operationId);
    const text = `export interface ${name} ${fieldsOf(schema, 'input')}\n`;
    // The first one that a name stands for wins: the shared ones differ in descriptions only.
    if (!types.has(name)) types.set(name, text);
  }
  return [...types].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, text]) => text);
}

/** The type of what an operation takes, beside what is in its path. */
export function inputNameOf(operationId: string): string {
  const ownName = `${operationId[0]?.toUpperCase()}${operationId.slice(1)}Input`;
  return inputNames[operationId] ?? ownName;
}

/** Body or query; no operation has both. */
export function inputOf(operation: DocumentedOperation): Schema | null {
  const body = operation.requestBody?.content['application/json'].schema;
  if (body !== undefined) return body;
  const query = operation.parameters.filter(
    (item): item is Parameter => 'in' in item && item.in === 'query',
  );
  if (query.length === 0) return null;
  const described = ({ schema, description }: Parameter): Schema =>
    description === undefined ? schema : { ...schema, description };
  return {
    properties: Object.fromEntries(query.map((item) => [item.name, described(item)])),
    required: query.filter((item) => item.required).map((item) => item.name),
  };
}

type Direction = 'input' | 'output';

export function fieldsOf(schema: Schema, direction: Direction): string {
  const required = new Set(schema.required);
  const lines = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const isOptional = !required.has(name);
    const type = typeOf(property, direction);
    const mayBeUndefined = isOptional && direction === 'input' ? ' | undefined' : '';
    const comment = isWorthSaying(property) ? `/** ${property.description}. */\n` : '';
    return `${comment}${name}${isOptional ? '?' : ''}: ${type}${mayBeUndefined};`;
  });
  return `{\n${lines.join('\n')}\n}`;
}

/** The types \`Amount\` and \`Time\` say what their own descriptions would repeat. */
function isWorthSaying({ description }: Schema): boolean {
  const known = ['Decimal string, for example 100.0', 'Currency code'];
  return description !== undefined && !known.includes(description);
}

export function typeOf(schema: Schema, direction: Direction): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'unknown';
  if (schema.const !== undefined) return `'${schema.const}'`;
  if (schema.anyOf !== undefined)
    return schema.anyOf.map((member) => typeOf(member, direction)).join(' | ');
  if (schema.enum !== undefined)
    return schema.enum.map((value) => (value === null ? 'null' : `'${value}'`)).join(' | ');
  return [schema.type ?? 'unknown']
    .flat()
    .map((type) => plainType(type, schema, direction))
    .join(' | ');
}

function plainType(type: string, schema: Schema, direction: Direction): string {
  switch (type) {
    case 'string':
      return textType(schema.format, direction);
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return listType(schema, direction);
    case 'object':
      return mapType(schema, direction);
    default:
      return type;
  }
}

function textType(format: string | undefined, direction: Direction): string {
  if (format === 'decimal') return 'Amount';
  if (format === 'date-time') return direction === 'input' ? 'Time | Date' : 'Time';
  return 'string';
}

function listType({ items = {} }: Schema, direction: Direction): string {
  const item = typeOf(items, direction);
  if (direction === 'input') return `readonly (${item})[]`;
  const isOneOfSeveral = (items.enum ?? items.anyOf) !== undefined;
  return isOneOfSeveral ? `(${item})[]` : `${item}[]`;
}

function mapType(schema: Schema, direction: Direction): string {
  const { additionalProperties } = schema;
  if (additionalProperties === undefined) return fieldsOf(schema, direction);
  const value = typeOf(additionalProperties, direction);
  if (value === 'unknown') return 'JsonObject';
  return value === 'string' ? 'Metadata' : `Readonly<Record<string, ${value}>>`;
}
