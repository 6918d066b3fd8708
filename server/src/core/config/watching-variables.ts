// Variables about who watches the service: its log, its figures, and its traces, whose names OpenTelemetry chose.
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
      'Where Prometheus reads `/metrics`: a port of this machine itself (`9464`) or an address and a port, another than PORT; never one that payers or shops reach (default: nowhere)',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: '',
    meaning:
      'Where [traces](operations.md#traces) are sent (OTLP over HTTP), as `http://127.0.0.1:4318` (default: there are none). The other variables of the OpenTelemetry specification are heeded as well',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    fallback: '',
    meaning: 'The same with its whole path, as `http://127.0.0.1:4318/v1/traces`',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    fallback: '',
    meaning: 'Headers for it, as `authorization=Bearer%20TOKEN`',
    isSecret: true,
  },
  {
    name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    fallback: 'http/protobuf',
    meaning: 'The only one that there is',
  },
  {
    name: 'OTEL_SERVICE_NAME',
    fallback: 'chaintill',
    meaning: 'What this installation is called in traces',
  },
  {
    name: 'OTEL_TRACES_SAMPLER',
    fallback: 'parentbased_always_on',
    meaning:
      'Which traces are sent: `parentbased_traceidratio` with `OTEL_TRACES_SAMPLER_ARG` of `0.1` for a tenth',
  },
  {
    name: 'OTEL_TRACES_EXPORTER',
    fallback: 'otlp',
    meaning: '`none`: there are no traces, whatever else is set',
  },
  { name: 'OTEL_SDK_DISABLED', fallback: 'false', meaning: '`true`: the same' },
];
