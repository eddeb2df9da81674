// Reads the examples of README.md: patches for an overlay, and the Gateway that the routes belong to.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { IGateway } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/Gateway';
import { parse, stringify } from 'yaml';
import { Cluster, type Manifest } from './cluster.ts';
import type { FaultyCluster } from './faults/index.ts';
import { render } from './kubectl.ts';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
/** In the project, because Kustomize takes only relative paths. */
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/examples', import.meta.url));
mkdirSync(FOLDER, { recursive: true });

/** The documents in blocks of YAML. */
function documentsIn(text: string): Record<string, unknown>[] {
  const blocks = text.matchAll(/^```yaml\n([^]*?)^```/gm);
  return [...blocks].map(([, block = '']) => parse(block) as Record<string, unknown>);
}

/** The Gateway that README.md shows. */
export const GATEWAY = documentsIn(README).find(({ kind }) => kind === 'Gateway') as
  | (IGateway & Manifest)
  | undefined;

/**
 * The production overlay with each patch of a text. Objects that the patch does not change are those of `production`
 * itself. Errors: kubectl refuses a patch.
 */
export async function exampleClusters(
  kubectl: string,
  production: Cluster,
  text = README,
): Promise<Cluster[]> {
  const known = new Map(production.objects.map((object) => [JSON.stringify(object), object]));
  const patches = documentsIn(text).filter((document) => 'patches' in document);
  return Promise.all(
    patches.map(async (document, i) => {
      const folder = mkdtempSync(`${FOLDER}/`);
      const overlay = { ...document, resources: ['../../../../k8s/overlays/production'] };
      writeFileSync(`${folder}/kustomization.yaml`, stringify(overlay));
      try {
        const objects = await render(kubectl, folder);
        const shared = objects.map((object) => known.get(JSON.stringify(object)) ?? object);
        return new Cluster(`patch ${i + 1} of README.md`, shared);
      } finally {
        rmSync(folder, { recursive: true });
      }
    }),
  );
}

const faultyPatch = (policy: string): string =>
  `\`\`\`yaml
patches:
  - target: { kind: NetworkPolicy, name: ${policy} }
    patch: '[{ "op": "remove", "path": "/spec/ingress/0/from" }]'
\`\`\`
`;

/** The production overlay with faulty patches, each with the finding that it must cause. */
export async function faultyExamples(kubectl: string, production: Cluster): Promise<FaultyCluster[]> {
  const faults = [
    { policy: 'edge-to-gateways', expected: /changes nothing/ },
    { policy: 'edge-to-gateway', expected: /admits any source/ },
  ];
  const found = faults.map(async ({ policy, expected }) => {
    const clusters = await exampleClusters(kubectl, production, faultyPatch(policy));
    return clusters.map((cluster) => ({ cluster, expected, fault: `a patch of ${policy}` }));
  });
  return (await Promise.all(found)).flat();
}
