// Runs the suites about the requests of people on the same servers and instances; each suite has workspaces of its own.
import '#testing/size'; // npm run test:full looks for it in the files of tests
import './requests/acceptances/acceptances.suite.ts';
import './requests/acceptances/accepted-together.suite.ts';
import './requests/acceptances/repeated-acceptances.suite.ts';
import './requests/computed-answers.suite.ts';
import './evaluation/datasets.suite.ts';
import './requests/drafts.suite.ts';
import './requests/idempotency.suite.ts';
import './texts/kinds.suite.ts';
import './requests/voices/learning.suite.ts';
import './requests/large-pages.suite.ts';
import './texts/listings.suite.ts';
import './requests/models.suite.ts';
import './texts/text-plans.suite.ts';
import './texts/outlived-generations.suite.ts';
import './texts/product-texts.suite.ts';
import './requests/policies.suite.ts';
import './requests/month-plans.suite.ts';
import './requests/places.suite.ts';
import './requests/previews.suite.ts';
import './requests/records.suite.ts';
import './evaluation/scores.suite.ts';
import './requests/staleness.suite.ts';
import './evaluation/quality.suite.ts';
import './evaluation/statistics.suite.ts';
import './evaluation/usage.suite.ts';
import './requests/voices/voices.suite.ts';
import './requests/reviews.suite.ts'; // the last one, because it stops and loses NATS
