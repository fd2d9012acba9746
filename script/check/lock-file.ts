import { readFile } from 'node:fs/promises'
import { type LockedPackages, missingBuilds, withoutHash } from '../lock/complete-lock.ts'
import type { Finding } from './run-tool.ts'

/**
 * Where a lock file names the hosts that packages came from, npm asks those hosts and no others, also on a machine that reaches
 * its own registry. `omit-lockfile-registry-resolved` in .npmrc keeps them out.
 */
export async function checkLockFile(path: string): Promise<Finding> {
  const { packages } = JSON.parse(await readFile(path, 'utf8')) as { packages: LockedPackages }
  const problems = [
    ...Object.entries(packages)
      .filter(([, one]) => one.resolved !== undefined && /^[a-z+]+:/.test(one.resolved))
      .map(([name]) => `${name}: its download address stands in ${path}`),
    ...withoutHash(packages).map(
      ({ path: place }) => `${place} has no hash in ${path}, so npm would install whatever it is given: npm run lock`,
    ),
    ...Object.keys(missingBuilds(packages)).map((name) => `${name} is missing, and npm ci would refuse ${path}: npm run lock`),
  ]
  return { ok: problems.length === 0, detail: problems.join('\n') }
}
