// Request/reply and notifications on NATS, typed by the contracts.
export { BusConnection } from './bus-connection.ts';
export { BusErrorFilter, BusServer } from './bus-server.ts';
export { Bus, BusModule, HEADER } from './message-bus.ts';
export { OnRequest } from './on-request.ts';
