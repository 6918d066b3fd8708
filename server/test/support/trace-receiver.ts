// Receives traces like an OpenTelemetry collector: OTLP over HTTP, decoded by field number (opentelemetry-proto,
// trace/v1/trace.proto).
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly facts: Readonly<Record<string, string | number>>;
  readonly links: readonly string[];
  readonly hasFailed: boolean;
}

export interface TraceReceiver {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  /** The headers of each request. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>[];
  close(): Promise<void>;
}

export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const headers: TraceReceiver['headers'] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      headers.push(request.headers);
      spans.push(...spansIn(Buffer.concat(parts)));
      response.setHeader('content-type', 'application/x-protobuf').end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    headers,
    close() {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

type Fields = ReadonlyMap<number, readonly (Buffer | bigint)[]>;

function spansIn(body: Buffer): ReceivedSpan[] {
  return below(below(below([fieldsOf(body)], 1), 2), 2).map((span) => ({
    traceId: bytes(span, 1).toString('hex'),
    spanId: bytes(span, 2).toString('hex'),
    parentSpanId: bytes(span, 4).toString('hex'),
    name: bytes(span, 5).toString(),
    facts: Object.fromEntries(
      below([span], 9).map((pair) => [
        bytes(pair, 1).toString(),
        reported(fieldsOf(bytes(pair, 2))),
      ]),
    ),
    links: below([span], 13).map((link) => bytes(link, 1).toString('hex')),
    hasFailed: below([span], 15).some((status) => number(status, 3) === 2),
  }));
}

function reported(value: Fields): string | number {
  return value.has(1) ? bytes(value, 1).toString() : number(value, 3);
}

function below(messages: readonly Fields[], field: number): Fields[] {
  return messages.flatMap((message) =>
    (message.get(field) ?? []).map((part) => fieldsOf(part as Buffer)),
  );
}

function bytes(message: Fields, field: number): Buffer {
  const [first] = message.get(field) ?? [];
  return Buffer.isBuffer(first) ? first : Buffer.alloc(0);
}

function number(message: Fields, field: number): number {
  const [first] = message.get(field) ?? [];
  return typeof first === 'bigint' ? Number(first) : 0;
}

/** Protocol buffers: a varint with the field's number and wire type, then the value. */
function fieldsOf(message: Buffer): Fields {
  const fields = new Map<number, (Buffer | bigint)[]>();
  let at = 0;
  const take = (count: number) => {
    at += count;
    return message.subarray(at - count, at);
  };
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = take(1)[0] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const readers: Readonly<Record<number, () => Buffer | bigint>> = {
    0: varint,
    1: () => take(8),
    2: () => take(Number(varint())),
    5: () => take(4),
  };
  while (at < message.length) {
    const key = Number(varint());
    const value = readers[key & 7]?.() ?? 0n;
    fields.set(key >> 3, [...(fields.get(key >> 3) ?? []), value]);
  }
  return fields;
}
