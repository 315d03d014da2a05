import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { finish, LAUNCH, launchOf, start } from './program.js';
import { startService, type Server } from './server.js';
import { SHARED_FOLDERS } from './data-folder.js';
import { temporaryFolder } from './temporary-folder.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** This work tree, or a checkout of another commit, used through its own command line. */
export class Revision {
  private constructor(
    readonly name: string,
    readonly launch: readonly string[],
  ) {}

  static present(): Revision {
    return new Revision('present', LAUNCH);
  }

  /**
   * Checks out a commit into another folder. The first command installs and builds the checkout.
   *
   * @param rev any revision that git accepts
   * @throws Error if there is no such commit
   */
  static at(rev: string): Revision {
    const sha = git('rev-parse', '--short=10', '--verify', `${rev}^{commit}`).toString().trim();
    const shared = process.env[SHARED_FOLDERS];
    const folder = shared === undefined ? mkdtempSync(join(temporaryFolder('revision'), sha)) : join(shared, sha);
    if (!existsSync(join(folder, 'package.json'))) {
      mkdirSync(folder, { recursive: true });
      execFileSync('tar', ['-x', '-C', folder], { input: git('archive', sha) });
    }
    return new Revision(sha, launchOf(folder));
  }

  /** @returns the output of the command */
  async run(...args: string[]): Promise<string> {
    return (await finish(start([...this.launch, ...args]))).stdout;
  }

  /** Imports contacts into a folder and creates a client that can search and upsert. @returns its access token */
  async prepare(folder: string, csv: string): Promise<string> {
    const mayCheck = (await this.run('import', '--help')).includes('--no-check');
    const unchecked = mayCheck ? ['--no-check'] : [];
    await this.run('import', csv, '--object', 'Contact', '--data', folder, '--json', ...unchecked);
    const client = JSON.parse(await this.run('client', 'add', 'bench', '--data', folder, '--json')) as {
      client_id: string;
    };
    return (await this.run('token', '--client', client.client_id, '--data', folder)).trim();
  }

  /** Starts the revision's service on a folder. Disables background learning if the revision has it. */
  serve(folder: string): Promise<Server> {
    const { launch } = this;
    return startService(folder, { launch }).catch((error: unknown) => {
      // Old revisions reject unknown settings by name.
      if ((error as Error).message.includes('learning')) return startService(folder, { launch, settings: {} });
      throw error;
    });
  }
}

function git(...args: string[]): Buffer {
  return execFileSync('git', args, { cwd: ROOT, maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'inherit'] });
}
