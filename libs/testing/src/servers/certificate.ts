// Makes a certificate for servers of tests, which is its own authority, by the program openssl.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Files of a certificate and its key. */
export interface Certificate {
  cert: string;
  key: string;
}

/** Makes a certificate for this machine, valid for a day. */
export async function makeCertificate(dir: string): Promise<Certificate> {
  const files = { cert: join(dir, 'ca.crt'), key: join(dir, 'ca.key') };
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  const where = ['-keyout', files.key, '-out', files.cert, '-subj', '/CN=localhost', '-addext', names];
  await promisify(execFile)('openssl', ['req', '-x509', ...kind, ...where]);
  return files;
}
