// Checks every object against the schema of its kind: values by compiled validators, unknown fields by types.
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Manifest, Report } from '../cluster.ts';

/** Packages with the kinds of an add-on's API group; the kinds of Kubernetes itself are in kubernetes-models. */
const PACKAGES: Record<string, string> = {
  'external-secrets.io': '@kubernetes-models/external-secrets',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

/** The module that exports the model of a kind. */
function modelOf({ apiVersion, kind }: Manifest): string {
  const group = apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';
  return `${PACKAGES[group] ?? 'kubernetes-models'}/${apiVersion}/${kind}`;
}

type Model = new (data: unknown) => { validate(): void };

/** An object, and the Report of its overlay. */
export interface Entry {
  object: Manifest;
  report: Report;
}

/** Reports violations of the schemas: types, enums, quantities, missing fields, unknown kinds. */
export async function checkValues(entries: readonly Entry[]): Promise<void> {
  for (const { object, report } of entries) {
    let models: Record<string, Model>;
    try {
      models = (await import(modelOf(object))) as Record<string, Model>;
    } catch {
      report(object, `${object.apiVersion} ${object.kind} is an unknown kind`);
      continue;
    }
    const Kind = models[object.kind];
    try {
      if (Kind) new Kind(structuredClone(object)).validate();
    } catch (error) {
      report(object, `does not fit its schema: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** Path of the generated program; inside the repository, so that its imports resolve. */
const FILE = fileURLToPath(new URL('./rendered.ts', import.meta.url));

/** Reports unknown fields. Checks all objects at once, because starting the compiler takes most of the time. */
export function checkFields(entries: readonly Entry[]): void {
  // One object per line, each in its own scope, so that a line number identifies an object.
  const lines = entries.map(({ object }) => {
    return `{ const _: import('${modelOf(object)}').I${object.kind} = ${JSON.stringify(object)}; void _; }`;
  });
  const text = [...lines, 'export {};'].join('\n');
  for (const { start = 0, messageText } of diagnose(text)) {
    const entry = entries[text.slice(0, start).split('\n').length - 1];
    entry?.report(entry.object, innermost(messageText));
  }
}

function diagnose(text: string): readonly ts.Diagnostic[] {
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const fileExists = host.fileExists.bind(host);
  const readFile = host.readFile.bind(host);
  const getSourceFile = host.getSourceFile.bind(host);
  host.fileExists = (file) => file === FILE || fileExists(file);
  host.readFile = (file) => (file === FILE ? text : readFile(file));
  host.getSourceFile = (file, ...rest) =>
    file === FILE ? ts.createSourceFile(file, text, ts.ScriptTarget.ES2023) : getSourceFile(file, ...rest);
  const program = ts.createProgram([FILE], options, host);
  return program.getSemanticDiagnostics(program.getSourceFile(FILE));
}

/** The innermost message of a chain; it names the field. */
function innermost(message: string | ts.DiagnosticMessageChain): string {
  if (typeof message === 'string') return message;
  const next = message.next?.[0];
  return next ? innermost(next) : message.messageText;
}
