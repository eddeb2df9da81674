// Runs the suites about the requests of people on the same servers and instances; each suite has workspaces of its own.
import './requests/acceptances.suite.ts';
import './requests/idempotency.suite.ts';
import './requests/records.suite.ts';
import './requests/staleness.suite.ts';
import './requests/usage.suite.ts';
import './requests/reviews.suite.ts'; // the last one, because it stops and loses NATS
