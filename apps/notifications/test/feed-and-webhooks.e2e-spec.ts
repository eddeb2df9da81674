// Runs the suites of the feed and of webhooks on the same servers and instances; each test has workspaces of its own.
import './feed-and-webhooks/feed.suite.ts';
import './feed-and-webhooks/feed-months.suite.ts';
import './feed-and-webhooks/deliveries.suite.ts';
import './feed-and-webhooks/disabled-webhooks.suite.ts';
import './feed-and-webhooks/webhooks.suite.ts';
