// Reads the examples of README.md: patches for an overlay, and the Gateway that the routes belong to.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { IGateway } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/Gateway';
import { parse, stringify } from 'yaml';
import { Cluster, type Manifest } from './cluster.ts';
import type { FaultyCluster } from './faults/index.ts';
import { render } from './kubectl.ts';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
/** What an overlay of production has before anything is added. */
const PRODUCTION = parse(
  readFileSync(new URL('../overlays/production/kustomization.yaml', import.meta.url), 'utf8'),
) as { components: string[] };
/** In the project, because Kustomize takes only relative paths. */
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/examples', import.meta.url));
mkdirSync(FOLDER, { recursive: true });

/** The documents in blocks of YAML. */
function documentsIn(text: string): Record<string, unknown>[] {
  const blocks = text.matchAll(/^```yaml\n([^]*?)^```/gm);
  return [...blocks].map(([, block = '']) => parse(block) as Record<string, unknown>);
}

/** What README.md has people add to an overlay. */
type Addition = Record<string, unknown> & { components?: string[]; patches: object[] };

/** The Gateway that README.md shows. */
export const GATEWAY = documentsIn(README).find(({ kind }) => kind === 'Gateway') as
  | (IGateway & Manifest)
  | undefined;

/**
 * The production overlay with each addition of a text: patches, and the components that they change. Objects that stay as
 * they are, are those of `production` itself. Errors: kubectl refuses a patch.
 */
export async function exampleClusters(
  kubectl: string,
  production: Cluster,
  text = README,
): Promise<Cluster[]> {
  const known = new Map(production.objects.map((object) => [JSON.stringify(object), object]));
  const additions = documentsIn(text).filter((document): document is Addition => 'patches' in document);
  return Promise.all(
    additions.map(async ({ components = [], patches }, i) => {
      const folder = mkdtempSync(`${FOLDER}/`);
      const overlay = { ...PRODUCTION, components: [...PRODUCTION.components, ...components], patches };
      writeFileSync(
        `${folder}/kustomization.yaml`,
        stringify(overlay).replaceAll('../../', '../../../../k8s/'),
      );
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

const removes = (policy: string, path: string): string =>
  `patches:
  - target: { kind: NetworkPolicy, name: ${policy} }
    patch: '[{ "op": "remove", "path": "/spec/${path}" }]'`;
/** A move with nothing but a removal. */
const MOVE = `components: [../../components/workspace-move]\n${removes('workspace-move', 'egress/0/ports/0')}`;

/** The production overlay with faulty additions, each with the finding that it must cause. */
export async function faultyExamples(kubectl: string, production: Cluster): Promise<FaultyCluster[]> {
  const faults = [
    { addition: removes('edge-to-gateways', 'ingress/0/from'), expected: /changes nothing/ },
    { addition: removes('edge-to-gateway', 'ingress/0/from'), expected: /admits any source/ },
    { addition: MOVE, expected: /must name a workspace and a cell/ },
    { addition: MOVE, expected: /Job\/workspace-move: no policy allows it to connect to port 4222/ },
  ];
  const found = faults.map(async ({ addition, expected }) => {
    const clusters = await exampleClusters(kubectl, production, `\`\`\`yaml\n${addition}\n\`\`\`\n`);
    return clusters.map((cluster) => ({ cluster, expected, fault: addition }));
  });
  return (await Promise.all(found)).flat();
}
