import type { Api, OutcomeOf } from '@sitwell/client/api'
import { type Schedule, schedule, schedules } from '@sitwell/contract'
import * as z from 'zod/mini'
import { schedulesStore } from './held-schedules.ts'

/** Second spellings of a schedule's fields (spec 2 §3): older servers and launch addresses use them. */
const secondSpellings = {
  guid: 'scheduleGuid',
  scheduleType: 'type',
  scheduleInfo: 'info',
  examGuid: 'objectGUID',
  examTypeGuid: 'objectTypeGUID',
  practiceExtraTime: 'extraTime',
} as const

const looseSchedule = z.record(z.string(), z.unknown())

/** A schedule in our spellings; undefined where what came isn't one. */
export const normaliseSchedule = (value: unknown): Schedule | undefined => {
  const fields = z.safeParse(looseSchedule, value)
  if (!fields.success) return undefined
  const normal = { ...fields.data }
  for (const [ours, second] of Object.entries(secondSpellings)) normal[ours] ??= normal[second]
  const read = z.safeParse(schedule, normal)
  return read.success ? read.data : undefined
}

/** Two schedules of one exam collapse into the last (spec 2 §3), which keeps its place in the list. */
export const withoutDuplicates = (list: readonly Schedule[]): Schedule[] => {
  const last = new Map(list.map((item, index) => [item.examGuid, index]))
  return list.filter((item, index) => last.get(item.examGuid) === index)
}

/** Asks the server for the learner's schedules and keeps them in the store. */
export const loadSchedules = async (
  api: Api,
  query: { readonly userGuid: string; readonly proctoringMode?: number },
): Promise<OutcomeOf<readonly Schedule[]>> => {
  const outcome = await api.call(schedules, { query })
  if (!outcome.ok) return outcome
  const list = withoutDuplicates(outcome.value)
  schedulesStore.set(list)
  return { ok: true, value: list }
}
