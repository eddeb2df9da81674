// Request/reply and notifications on NATS, typed by the contracts.
export { BusConnection } from './bus-connection.ts';
export { BusErrorFilter, BusServer } from './bus-server.ts';
export { Bus, BusModule, HEADER, OnRequest } from './message-bus.ts';
