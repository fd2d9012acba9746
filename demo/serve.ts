import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../apps/server/src/config.ts'
import { serve } from '../apps/server/src/main.ts'
import { startProctoringStandIn } from '../apps/server/src/testing/proctoring-stand-in.ts'
import { fillCollege } from './college/fill-college.ts'
import { runDay } from './exam-day/run-day.ts'

/** Northway Pilots, whose exams are proctored. */
const orgId = 41

/**
 * Gives the demonstration a stand-in for both proctoring providers, on this machine alone: it speaks their protocols, records nothing,
 * and lets in whoever comes. No other way of starting Sitwell has it; and where providers are configured, they stay.
 */
const startStandIn = async () => {
  if (process.env.SITWELL_PROCTORING) return
  const { dataFolder } = readConfig(process.env)
  const { providers, origin } = await startProctoringStandIn()
  const path = join(dataFolder, 'stand-in-for-proctoring.json')
  mkdirSync(dataFolder, { recursive: true })
  writeFileSync(path, JSON.stringify({ organisations: { [orgId]: providers } }))
  process.env.SITWELL_PROCTORING = path
  console.log(`A stand-in for proctoring providers is ready at ${origin}`)
}

await startStandIn()
const { database, appVersion } = readConfig(process.env)
const college = await fillCollege(database)
const origin = await serve()
// Whoever wants the college without its learners leaves the day out.
if (college !== 'absent' && process.env.SITWELL_DEMO_DAY !== 'off')
  runDay(origin, appVersion, new AbortController().signal).catch((error: unknown) =>
    console.error('The day of exams ended.', error),
  )
