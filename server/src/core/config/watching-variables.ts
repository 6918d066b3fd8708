// Variables for monitoring: log, metrics, and traces, whose names OpenTelemetry defines.
import type { Variable } from './variables.ts';

export const forWatching: readonly Variable[] = [
  {
    name: 'LOG_LEVEL',
    fallback: 'info',
    meaning: '`trace`, `debug`, `info`, `warn`, `error` or `silent`',
  },
  {
    name: 'CHAINTILL_METRICS_LISTEN',
    fallback: '',
    meaning:
      'Where `/metrics` is served for Prometheus: a port on this machine (`9464`), or an address and port. Not the same as PORT, and not reachable by customers or merchants (default: not served)',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: '',
    meaning:
      'Where [traces](operations.md#traces) are sent (OTLP over HTTP). For example `http://127.0.0.1:4318` (default: no traces). Other variables of the OpenTelemetry specification apply as well',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    fallback: '',
    meaning: 'The same with the full path. For example `http://127.0.0.1:4318/v1/traces`',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    fallback: '',
    meaning: 'Headers for the trace receiver. For example `authorization=Bearer%20TOKEN`',
    isSecret: true,
  },
  {
    name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    fallback: 'http/protobuf',
    meaning: 'Protocol for traces. Only this one is supported',
  },
  {
    name: 'OTEL_SERVICE_NAME',
    fallback: 'chaintill',
    meaning: 'Name of this instance in traces',
  },
  {
    name: 'OTEL_TRACES_SAMPLER',
    fallback: 'parentbased_always_on',
    meaning:
      'Which traces are sent. For a tenth, set `parentbased_traceidratio` and `OTEL_TRACES_SAMPLER_ARG` to `0.1`',
  },
  {
    name: 'OTEL_TRACES_EXPORTER',
    fallback: 'otlp',
    meaning: '`none` disables traces, whatever else is set',
  },
  { name: 'OTEL_SDK_DISABLED', fallback: 'false', meaning: '`true` disables traces as well' },
];
