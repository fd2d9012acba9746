import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import type { LockedPackages } from '../lock/complete-lock.ts'
import { isInRange } from '../supply/version-range.ts'
import type { Finding } from './run-tool.ts'

const stored = z.strictObject({
  /** Until when advisories are in it. */
  asOf: z.iso.date(),
  advisories: z.array(
    z.strictObject({
      id: z.string(),
      package: z.string(),
      /** Versions that it is about, as `>=1.0.0 <1.2.3`. */
      vulnerable: z.string(),
      severity: z.enum(['low', 'moderate', 'high', 'critical']),
      title: z.string(),
    }),
  ),
  /** Advisories that don't touch us, each with why. */
  accepted: z.array(z.strictObject({ id: z.string(), why: z.string().min(20) })),
})
type StoredAdvisories = z.infer<typeof stored>

/** Throws an error if the text is no such list. */
export const readAdvisories = (text: string): StoredAdvisories => stored.parse(JSON.parse(text))

/** What of a lock file the advisories are about, a line each. */
export const findingsOf = (packages: LockedPackages, { advisories, accepted }: StoredAdvisories): string[] => {
  const isAccepted = new Set(accepted.map(({ id }) => id))
  return Object.entries(packages).flatMap(([path, { version }]) => {
    const name = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1]
    if (name === undefined || version === undefined) return []
    return advisories
      .filter((one) => one.package === name && !isAccepted.has(one.id) && isInRange(version, one.vulnerable))
      .map(({ id, severity, title }) => `${name} ${version} (${path}): ${id}, ${severity}: ${title}`)
  })
}

/** Holds the lock file against the stored advisories: no network is asked, so that a check is the same everywhere. */
export const checkAdvisories = async (): Promise<Finding> => {
  const list = readAdvisories(await readFile('script/supply/advisories.json', 'utf8'))
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as { packages: LockedPackages }
  const findings = findingsOf(packages, list)
  const counts = `${list.advisories.length} advisories as of ${list.asOf}`
  return { ok: findings.length === 0, detail: findings.length === 0 ? counts : findings.join('\n') }
}
