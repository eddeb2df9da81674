// Runs the suites of events on the same servers.
import './event-delivery/delivery.suite.ts';
import './event-delivery/releases.suite.ts';
