// OpenTelemetry's own exporter, over HTTP, configured by the variables of its specification. Spans that cannot be
// sent are dropped: the queue is bounded, and exporting never delays work.
import { DiagLogLevel, diag, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  RandomIdGenerator,
} from '@opentelemetry/sdk-trace-base';
import { inTime, MINUTE, SECOND, steadyNow } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { packageVersion } from '../core/places.ts';
import type { Traces } from '../core/traces.ts';
import { follow } from './follow.ts';
import { teller } from './report.ts';

export interface OpenTraces {
  readonly traces: Traces;
  /** Sends the remaining spans, for at most a second. */
  close(): Promise<void>;
}

interface Ids {
  readonly traceId: string;
  readonly spanId: string;
}

export interface ForcedIds {
  during<T>(ids: Ids, begin: () => T): T;
}

/** Shutdown has its own time limit. */
const CLOSE_LIMIT = SECOND;
const REPORTED_EVERY = MINUTE;
const VALUE_LENGTH_MAX = 2000;

export function openTraces(log: Log): OpenTraces {
  reportTroubles(log);
  const { forced, idGenerator } = forcedIds();
  const service = resourceFromAttributes({
    'service.name': 'chaintill',
    'service.version': packageVersion(),
  });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(service)
      .merge(detectResources({ detectors: [envDetector] })),
    idGenerator,
    spanLimits: { attributeValueLengthLimit: VALUE_LENGTH_MAX },
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer: Tracer = provider.getTracer('chaintill', packageVersion());
  return {
    traces: follow(teller(tracer, forced)),
    async close() {
      const late = () => new Error('the last traces were not taken in time');
      await inTime(provider.shutdown(), CLOSE_LIMIT, late).catch((error: unknown) =>
        log.warn({ err: error }, 'traces dropped'),
      );
    },
  };
}

function forcedIds() {
  const random = new RandomIdGenerator();
  let next: Ids | null = null;
  const forced: ForcedIds = {
    during(ids, begin) {
      next = ids;
      try {
        return begin();
      } finally {
        next = null;
      }
    },
  };
  const idGenerator = {
    generateTraceId: () => next?.traceId ?? random.generateTraceId(),
    generateSpanId: () => next?.spanId ?? random.generateSpanId(),
  };
  return { forced, idGenerator };
}

/** At most one line per minute, because an outage of the receiver usually lasts longer. */
function reportTroubles(log: Log): void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const reported = (message: string) => {
    if (steadyNow() - reportedAt < REPORTED_EVERY) return;
    reportedAt = steadyNow();
    log.warn({ message: message.slice(0, VALUE_LENGTH_MAX) }, 'traces rejected');
  };
  const nothing = () => undefined;
  diag.setLogger(
    { error: reported, warn: reported, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
