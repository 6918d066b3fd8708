// The trace id of an object is its own id: both have 16 bytes, so all processes use the same trace without
// coordination. Work on one object is in the object's trace. Work on several has its own trace, and each object's
// trace has a span that links to it.
import {
  type Attributes,
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { isUuid } from '../core/ids.ts';
import type { Step, Traces } from '../core/traces.ts';
import type { Part, Work } from './follow.ts';
import type { ForcedIds } from './otlp.ts';

export interface Teller extends Pick<Traces, 'callback'> {
  work(
    work: Work,
    how: {
      readonly step: Step;
      readonly ended: number;
      readonly failure: unknown;
      readonly parent: string | null;
      readonly isServed?: true;
    },
  ): void;
}

/** https://www.w3.org/TR/trace-context/#traceparent-header, version 00. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

export function teller(tracer: Tracer, forced: ForcedIds): Teller {
  const roots = rootsOf(tracer, forced);
  return {
    work(work, { step, ended, failure, parent, isServed }) {
      const objects = [...work.objects].filter(isUuid);
      const [only] = objects;
      const requested = parentOf(parent);
      const isTheirs = requested === null && objects.length === 1 && only !== undefined;
      const kind = isServed === true ? SpanKind.SERVER : kindOf(step);
      const attributes: Attributes = {
        ...step.facts,
        ...(objects.length > 1 && { 'chaintill.objects': objects.length }),
        ...(work.left > 0 && { 'chaintill.parts_left_out': work.left }),
      };
      const span = tracer.startSpan(
        step.name,
        { kind, attributes, startTime: work.began },
        isTheirs ? roots.contextOf(only) : (requested ?? ROOT_CONTEXT),
      );
      fail(span, failure);
      reportParts(
        tracer,
        span,
        work.parts.map((part) => closed(part, ended)),
      );
      span.end(ended);
      const links = isTheirs ? [] : [{ context: span.spanContext() }];
      for (const [id, made] of work.made) roots.make(id, { made, links, began: work.began, ended });
      if (isTheirs) return;
      for (const id of objects) {
        const options = { attributes: step.facts, links, startTime: work.began };
        tracer.startSpan(step.name, options, roots.contextOf(id)).end(ended);
      }
    },
    async callback({ objectId, facts }, send) {
      const context = isUuid(objectId) ? roots.contextOf(objectId) : ROOT_CONTEXT;
      const attributes = { 'http.request.method': 'POST', ...facts };
      const span = tracer.startSpan('POST', { kind: SpanKind.CLIENT, attributes }, context);
      try {
        const outcome = await send({ traceparent: traceparentOf(span) });
        if (outcome.ok) span.setAttribute('http.response.status_code', outcome.status);
        if (!outcome.ok || outcome.status !== 200)
          fail(span, { code: outcome.ok ? String(outcome.status) : outcome.reason });
        return outcome;
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
  };
}

interface Root {
  readonly made: string;
  readonly links: Link[];
  readonly began: number;
  readonly ended: number;
}

/** The parent of all other spans in an object's trace, whether or not it was ever exported. */
function rootsOf(tracer: Tracer, forced: ForcedIds) {
  const begin = (
    id: string,
    name: string,
    options: { links?: Link[]; startTime?: number } = {},
  ) => {
    const hex = id.replaceAll('-', '').toLowerCase();
    return forced.during({ traceId: hex, spanId: hex.slice(16) }, () =>
      tracer.startSpan(name, { ...options, root: true }, ROOT_CONTEXT),
    );
  };
  return {
    make(id: string, { made, links, began, ended }: Root): void {
      if (isUuid(id)) begin(id, made, { links, startTime: began }).end(ended);
    },
    /** Only shows whether this trace is sampled. Never ended, because that would export the span twice. */
    contextOf(id: string): Context {
      return trace.setSpanContext(ROOT_CONTEXT, {
        ...begin(id, 'object').spanContext(),
        isRemote: true,
      });
    },
  };
}

/** A part that outlives its work ends with the work. */
function closed(part: Part, ended: number): Part {
  return part.ended === 0 ? { ...part, ended } : part;
}

function reportParts(tracer: Tracer, span: Span, parts: readonly Part[]): void {
  const spans: Span[] = [];
  for (const { step, within, began, failure } of parts) {
    const parent = (within === null ? undefined : spans[within]) ?? span;
    const options = { kind: kindOf(step), attributes: step.facts, startTime: began };
    const own = tracer.startSpan(step.name, options, trace.setSpan(ROOT_CONTEXT, parent));
    fail(own, failure);
    spans.push(own);
  }
  for (const [n, { ended }] of parts.entries()) spans[n]?.end(ended);
}

function kindOf({ isOutside }: Step): SpanKind {
  return isOutside === true ? SpanKind.CLIENT : SpanKind.INTERNAL;
}

/** Only the kind of error: a message may contain confidential data. */
function fail(span: Span, failure: unknown): void {
  if (failure === null) return;
  const { code, name } = Object(failure) as { code?: unknown; name?: unknown };
  span.setAttribute('error.type', String(code ?? name ?? 'error'));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function parentOf(traceparent: string | null): Context | null {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  const context = { traceId, spanId, traceFlags, isRemote: true };
  return isValid(traceId) && isValid(spanId) ? trace.setSpanContext(ROOT_CONTEXT, context) : null;
}

const isValid = (hex: string) => /[1-9a-f]/.test(hex);

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
