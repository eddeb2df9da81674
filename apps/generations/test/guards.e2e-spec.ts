// Runs the suites about what guards a generation on the same servers: claims with their leases, and the database itself.
import './guards/claims.suite.ts';
import './guards/database.suite.ts';
