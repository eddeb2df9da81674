// Every object against the schema of its kind: values by the compiled validators, unknown fields by the types.
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Manifest, Report } from './cluster.ts';

/** Packages with the kinds of a group; kinds of Kubernetes itself are in the first. */
const PACKAGES: Record<string, string> = {
  'external-secrets.io': '@kubernetes-models/external-secrets',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

/** Where the model of a kind is imported from. */
function modelOf({ apiVersion, kind }: Manifest): string {
  const group = apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';
  return `${PACKAGES[group] ?? 'kubernetes-models'}/${apiVersion}/${kind}`;
}

type Model = new (data: unknown) => { validate(): void };

/** An object, and how to report on it. */
export interface Entry {
  object: Manifest;
  report: Report;
}

/** Reports what the schemas refuse: types, enums, quantities, missing fields, kinds that do not exist. */
export async function checkValues(entries: readonly Entry[]): Promise<void> {
  for (const { object, report } of entries) {
    let models: Record<string, Model>;
    try {
      models = (await import(modelOf(object))) as Record<string, Model>;
    } catch {
      report(object, `${object.apiVersion} ${object.kind} is no kind that is known here`);
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

/** Where the program that is checked would stand, so that it finds the packages. */
const FILE = fileURLToPath(new URL('./rendered.ts', import.meta.url));

/** Reports fields that a kind does not have. All at once: starting the compiler is what takes time. */
export function checkFields(entries: readonly Entry[]): void {
  // One object a line, each in a scope of its own, so that a line's number is its object's.
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
  const [fileExists, readFile, getSourceFile] = [
    host.fileExists.bind(host),
    host.readFile.bind(host),
    host.getSourceFile.bind(host),
  ];
  host.fileExists = (file) => file === FILE || fileExists(file);
  host.readFile = (file) => (file === FILE ? text : readFile(file));
  host.getSourceFile = (file, ...rest) =>
    file === FILE ? ts.createSourceFile(file, text, ts.ScriptTarget.ES2023) : getSourceFile(file, ...rest);
  const program = ts.createProgram([FILE], options, host);
  return program.getSemanticDiagnostics(program.getSourceFile(FILE));
}

/** The last link of a chain of messages names the field. */
function innermost(message: string | ts.DiagnosticMessageChain): string {
  if (typeof message === 'string') return message;
  const next = message.next?.[0];
  return next ? innermost(next) : message.messageText;
}
