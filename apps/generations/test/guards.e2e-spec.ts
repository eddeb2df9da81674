// Runs the suites about what guards a generation on the same servers: claims with their leases, ends, those that
// come together, floods, and the database itself.
import './guards/claims.suite.ts';
import './guards/database.suite.ts';
import './guards/ends.suite.ts';
import './guards/floods.suite.ts';
import './guards/together.suite.ts';
