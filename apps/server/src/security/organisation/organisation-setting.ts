import { setImmediate as soon } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import { perDatabase } from '../../db/per-database.ts'
import { selectSettings } from './queries.ts'

interface Asked {
  readonly names: Set<string>
  readonly values: Promise<ReadonlyMap<string, string>>
}

/**
 * What is asked of one organisation in the same round of the event loop is one statement: a school that starts at the same moment asks
 * for the same few settings again and again. Nothing is kept: what is set counts at once.
 */
const gatheredOf = perDatabase((database) => {
  const asked = new Map<number, Asked>()
  return (orgId: number, name: string): Asked['values'] => {
    const held = asked.get(orgId)
    if (held) {
      held.names.add(name)
      return held.values
    }
    const names = new Set([name])
    const values = soon().then(async () => {
      asked.delete(orgId)
      const rows = await selectSettings(database, orgId, [...names])
      return new Map(rows.map((row) => [row.name, row.value]))
    })
    asked.set(orgId, { names, values })
    return values
  }
})

/** What an organisation has set under a name, for other services; null where it has set nothing. */
export const organisationSetting = async (database: Database, orgId: number, name: string): Promise<string | null> =>
  (await gatheredOf(database)(orgId, name)).get(name) ?? null

/** Whether a setting is on. */
export const isSetOn = (value: string | null): boolean => /^(1|true|yes|on)$/i.test(value?.trim() ?? '')
