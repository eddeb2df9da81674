// Clients of the bus for tests.
export { PatientBus } from './patient-bus.ts';
