// Holds the page of the console, and knows the files that it loads.
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#platform/config';
import { nonce } from '#platform/crypto';
import type { Config } from '../config.ts';
import { readBuild, type ConsoleBuild } from './console-build.client.ts';
import { headersOf, withNonce, withPaths } from './page.rules.ts';

@Injectable()
export class ConsoleService {
  private readonly build: ConsoleBuild | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    const build = readBuild(config.CONSOLE_DIR);
    this.build = build && { ...build, html: withPaths(build.html, config) };
  }

  /** True for the name of a file that the page may load. */
  has(file: string): boolean {
    return this.build?.files.has(file) ?? false;
  }

  /** The page with a new nonce, and its headers; undefined when the console has not been built. */
  page(): { html: string; headers: Record<string, string> } | undefined {
    if (!this.build) return undefined;
    const once = nonce();
    return { html: withNonce(this.build.html, once), headers: headersOf(once, this.config.PICTURE_SOURCES) };
  }
}
