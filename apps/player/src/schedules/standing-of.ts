import type { Schedule } from '@sitwell/contract'

/** How an assessment represents its learner; in this order they are shown. */
export const standings = ['goes-on', 'ready', 'coming', 'held', 'missed', 'done'] as const
export type Standing = (typeof standings)[number]

export type Facts = Pick<Schedule, 'commenced' | 'completed' | 'startDt' | 'completeDt' | 'cantStartMessage'>

/**
 * As the server decides whether it may be opened (`decideStart`), so that nobody is offered what it refuses. What was begun continues after
 * its last date too. `nowMs` is the server's time.
 */
export const standingOf = (schedule: Facts, nowMs: number): Standing => {
  const { commenced, completed, startDt = '', completeDt = '', cantStartMessage = '' } = schedule
  if (completed) return 'done'
  if (cantStartMessage !== '') return 'held'
  if (commenced) return 'goes-on'
  // A date that can't be read holds nobody up: the server knows.
  if (nowMs < Date.parse(startDt)) return 'coming'
  return nowMs > Date.parse(completeDt) ? 'missed' : 'ready'
}

/** Assessments by how they stand, without what none of them does; within each in the order given. */
export const byStanding = <S extends Facts>(schedules: readonly S[], nowMs: number) =>
  standings.flatMap((standing) => {
    const own = schedules.filter((schedule) => standingOf(schedule, nowMs) === standing)
    return own.length > 0 ? [{ standing, schedules: own }] : []
  })

/** Whether it can't be begun, and may come to be: by time, or by what staff change. */
export const isShut = (standing: Standing | undefined): boolean =>
  standing === 'coming' || standing === 'held' || standing === 'missed'

/** Assessments that may be begun now and couldn't be before; `before` has how they stood, by guid. */
export const openedSince = <S extends Facts & Pick<Schedule, 'guid'>>(
  before: ReadonlyMap<string, Standing>,
  schedules: readonly S[],
  nowMs: number,
): S[] => schedules.filter((schedule) => isShut(before.get(schedule.guid)) && standingOf(schedule, nowMs) === 'ready')

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long until then, as people of a language (its code) say it: `in 6 days`. At the end the seconds are counted. */
export const untilThen = (leftMs: number, language: string): string => {
  const [unit, unitMs] = units.find(([, ms]) => leftMs >= 2 * ms) ?? (['second', 1000] as const)
  return new Intl.RelativeTimeFormat(language, { numeric: 'always' }).format(Math.max(1, Math.floor(leftMs / unitMs)), unit)
}
