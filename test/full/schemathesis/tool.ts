// Runs Schemathesis and counts the requests that it sent.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Person } from '#testing/environment';
import { programEnv, projectFile } from '#testing/servers';

const HOOKS = projectFile('test/full/schemathesis/hooks.py');

/** A run of the tool. */
export interface Run {
  /** Of the configuration beside this file. */
  name: 'schemathesis' | 'parting';
  /** The API document. */
  document: string;
  /** What the configuration takes from the environment. */
  variables: Record<string, string>;
  /** Ends the tool. */
  signal: AbortSignal;
}

/** Writes the tokens of people to a file of the form that the tool reads, and returns its path. */
export async function writeUsers(people: readonly Person[]): Promise<string> {
  const auth = people.map(({ name, token }) => ({
    name,
    fixedHeaders: [{ name: 'Authorization', value: `Bearer ${token}` }],
  }));
  const file = join(await outputFolder(), 'users.json');
  await writeFile(file, JSON.stringify({ auth }));
  return file;
}

/** Requests to an operation. */
export interface Requests {
  sent: number;
  /** Those that were answered with 2xx. */
  succeeded: number;
}

/** What a run brought. */
export interface Outcome {
  /** 0 when the tool found nothing. */
  exitCode: number;
  /** What the tool printed: its findings, each with a command that repeats it. */
  output: string;
  /** Requests by method and path of the document, such as `GET /products/{id}`. */
  requests: Map<string, Requests>;
}

/** Runs the tool with a Python that has it. Everything that it writes is in .local/schemathesis. */
export async function runSchemathesis(python: string, run: Run): Promise<Outcome> {
  const folder = await outputFolder();
  const report = join(folder, `${run.name}.ndjson`);
  await writeFile(report, ''); // in the place of an older one, also when the tool cannot start
  const config = projectFile(`test/full/schemathesis/${run.name}.toml`);
  const args = ['--config-file', config, 'run', run.document, '--no-color'];
  const child = spawn(
    python,
    ['-m', 'schemathesis.cli', ...args, '--report', 'ndjson', '--report-ndjson-path', report],
    {
      cwd: folder,
      env: { ...programEnv(), PYTHONUTF8: '1', API_HOOKS: HOOKS, ...run.variables },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: run.signal,
    },
  );
  const [output, errors, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ]);
  return { exitCode, output: output + errors, requests: await countRequests(report) };
}

async function outputFolder(): Promise<string> {
  const folder = projectFile('.local/schemathesis');
  await mkdir(folder, { recursive: true });
  return folder;
}

/** The part of a line of the report that is counted. */
interface ReportLine {
  ScenarioFinished?: {
    recorder?: {
      cases?: Record<string, { value: { method: string; path: string } }>;
      interactions?: Record<string, { response?: { status_code: number } }>;
    };
  };
}

async function countRequests(report: string): Promise<Map<string, Requests>> {
  const counts = new Map<string, Requests>();
  for await (const line of createInterface({ input: createReadStream(report) })) {
    const { cases = {}, interactions = {} } =
      (JSON.parse(line) as ReportLine).ScenarioFinished?.recorder ?? {};
    for (const [id, { value }] of Object.entries(cases)) {
      const status = interactions[id]?.response?.status_code ?? 0;
      const requests = counts.get(`${value.method} ${value.path}`) ?? { sent: 0, succeeded: 0 };
      requests.sent += 1;
      if (status >= 200 && status < 300) requests.succeeded += 1;
      counts.set(`${value.method} ${value.path}`, requests);
    }
  }
  return counts;
}
