import { time } from '@sitwell/contract'
import type { Clock } from '../../clock.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'

const ordinal = (day: number) => {
  const teen = day % 100 > 10 && day % 100 < 14
  return `${day}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')}`
}

const formatterOf = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
const weekday = formatterOf({ weekday: 'long' })
const month = formatterOf({ month: 'long' })
const clock = formatterOf({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** `Saturday, November 21st 2026, 11:30` in UTC: the format 'dddd, MMMM Do YYYY, HH:mm' (spec 2 §2). */
export const longDate = (instantMs: number): string => {
  const date = new Date(instantMs)
  const day = `${month.format(date)} ${ordinal(date.getUTCDate())} ${date.getUTCFullYear()}`
  return `${weekday.format(date)}, ${day}, ${clock.format(date)}`
}

export const timeRoute = ({ clock }: { readonly clock: Clock }) =>
  route(time, async ({ caller, query }) => {
    if (query.userGuid !== caller.userGuid) return refuse('NOT_ALLOWED', 'A person asks for themselves only.')
    const now = clock.nowMs()
    return { ok: true, value: { time: new Date(now).toISOString(), formattedDate: longDate(now) } }
  })
