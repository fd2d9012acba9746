import { serverJumpMs } from '@sitwell/exam/time/server-clock'
import type { Database } from '../db/database.ts'
import type { HeartbeatTable } from '../db/schema.ts'
import { createCommandClock } from '../server-time/command-clock.ts'
import { outagesBetween } from '../server-time/outages.ts'
import { insertClockWord, selectClockWord, selectHeartbeats } from '../server-time/queries.ts'

const iso = (ms: number) => new Date(ms).toISOString()
const seconds = (ms: number) => `${Math.round(ms / 1000)} s`

const lineOf = ({ node, server_at, wall_at, held_since, is_last }: HeartbeatTable): string => {
  const awayMs = wall_at - server_at
  const clock =
    Math.abs(awayMs) <= serverJumpMs
      ? 'its machine’s clock agrees'
      : `its machine’s clock is ${seconds(Math.abs(awayMs))} ${awayMs > 0 ? 'ahead' : 'behind'}, and not followed`
  const held = held_since === null ? [] : [`nothing tells how long nobody served after ${iso(held_since)}: confirm`]
  return `  ${node}  ${iso(server_at)}  ${[is_last === 1 ? 'stopped' : 'last heard of', clock, ...held].join(', ')}`
}

const outageDayMs = 24 * 60 * 60_000

const show = async (database: Database): Promise<void> => {
  const nowMs = (await createCommandClock(database)).nowMs()
  const word = await selectClockWord(database)
  console.log(`The servers’ time is ${iso(nowMs)}.`)
  for (const row of await selectHeartbeats(database)) console.log(lineOf(row))
  for (const { fromMs, toMs } of await outagesBetween(database, nowMs - outageDayMs, nowMs))
    console.log(`  nobody served from ${iso(fromMs)} to ${iso(toMs)} (${seconds(toMs - fromMs)})`)
  if (word && word.applied_at === null)
    console.log(`  “confirm” of ${iso(word.said_at)} waits until no exam is under way, or for a server`)
}

/** `sitwell clock`: says how the servers' time stands, or that the machine's clock is right. Answers the exit code. */
export const commandClock = async (database: Database, word: string | undefined): Promise<number> => {
  if (word !== undefined && word !== 'confirm') {
    console.error('clock takes nothing, or confirm.')
    return 2
  }
  if (word === 'confirm') await insertClockWord(database, (await createCommandClock(database)).nowMs())
  await show(database)
  return 0
}
