// Makes the definitions of the add-ons' kinds from their Go types, as the add-ons' own builds do.
import { execFile } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFile } from '#testing/servers';
import { runIn } from './programs.ts';

const MODULE = projectFile('test/cluster/crds');
const TYPES = [
  'github.com/external-secrets/external-secrets/apis/externalsecrets/v1',
  'github.com/kedacore/keda/v2/apis/keda/v1alpha1',
  'github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1',
];
/** Has a generator of its own, whose results come with the module. */
const GATEWAY = 'sigs.k8s.io/gateway-api';

/** Writes a file for each kind. */
export async function makeKinds(go: string, programs: string): Promise<void> {
  const folder = join(programs, 'kinds');
  rmSync(folder, { recursive: true, force: true });
  const paths = TYPES.map((path) => `paths=${path}`);
  await runIn(MODULE, join(programs, 'controller-gen'), [
    'crd:allowDangerousTypes=true',
    ...paths,
    `output:crd:dir=${folder}`,
  ]);
  // Nothing above imports it, so the build has not brought it.
  const download = ['mod', 'download', '-json', GATEWAY];
  const { stdout } = await promisify(execFile)(go, download, { cwd: MODULE });
  const { Dir } = JSON.parse(stdout) as { Dir: string };
  cpSync(join(Dir, 'config/crd/standard'), folder, { recursive: true });
}
