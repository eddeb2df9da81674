// Stand-ins for what surrounds our processes: a slow model, a trace collector, an event consumer, a broken network.
export { EventConsumer, type Event, type EventConsumerOptions } from './event-consumer.ts';
export { FaultProxy } from './fault-proxy.ts';
export { startModelRelay, type ModelRelay } from './model-relay.ts';
export { startTraceCollector, type CollectedSpan, type TraceCollector } from './trace-collector.ts';
