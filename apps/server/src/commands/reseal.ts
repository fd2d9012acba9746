import { type Config, ConfigurationError } from '../config.ts'
import type { Database } from '../db/database.ts'
import { createKeys } from '../keys.ts'
import { resealPins } from '../organisation/delivery-schedules.ts'
import { reseal } from '../security/mfa/reseal.ts'
import { createCommandClock } from '../server-time/command-clock.ts'
import { areOlderNodesThere } from '../server-time/older-nodes.ts'

/**
 * `sitwell reseal`: seals what is kept sealed with the secret that signs, so that the other one can be given up. Answers the exit code: 1
 * where something is sealed with neither.
 */
export const commandReseal = async (database: Database, config: Config): Promise<number> => {
  if (await areOlderNodesThere(database, await createCommandClock(database)))
    throw new ConfigurationError(
      'A node of the previous version serves, or did two minutes ago; it would not read what this seals.',
    )
  const keys = createKeys(config.tokenSecret, { accepted: config.acceptedSecret })
  const [ofPeople, ofExams] = [await reseal(database, keys), await resealPins(database, keys)]
  const [resealed, current, lost] = (['resealed', 'current', 'lost'] as const).map((one) => ofPeople[one] + ofExams[one])
  console.log(`Sealed again: ${resealed}. Sealed with this secret already: ${current}.`)
  if (!lost) return 0
  console.log(`Sealed with another secret than SITWELL_SECRET and SITWELL_SECRET_ACCEPTED, and lost without it: ${lost}.`)
  return 1
}
