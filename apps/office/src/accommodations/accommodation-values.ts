import {
  type AccommodationState,
  type InputOf,
  type officeAddAccommodation,
  presetSupports,
  presetTextSizes,
} from '@sitwell/contract'
import { incompleteDate } from '@sitwell/office-ui/date-values.ts'

/** The fields of the form, named as the calls have them. */
export const accommodationFieldNames = [
  ...(['extraPercent', 'extraMinutes', 'restBreakMinutes'] as const),
  ...(['textPercent', 'theme', 'supports', 'opensSupports', 'from', 'until'] as const),
  ...(['approvedBy', 'approvedOn', 'basis', 'note', 'reason'] as const),
] as const
export type AccommodationField = (typeof accommodationFieldNames)[number]
export type AccommodationValues = Readonly<Record<AccommodationField, string>>

/** The fields with errors, each with its reason. */
export type AccommodationProblem = 'percent' | 'minutes' | 'one' | 'nothing' | 'noSupport' | 'day' | 'order' | 'empty'

const most = { extraPercent: 300, extraMinutes: 600, restBreakMinutes: 600 } as const

/** A whole number from 1 on; undefined for what is none. */
const wholeOf = (typed: string, mostOf: number): number | undefined => {
  const trimmed = typed.trim()
  const value = /^\d{1,4}$/.test(trimmed) ? Number(trimmed) : 0
  return value >= 1 && value <= mostOf ? value : undefined
}

/** What the form of a new one begins with: in force and approved today (`YYYY-MM-DD`). */
export const freshValues = (today: string): AccommodationValues => ({
  ...{ extraPercent: '', extraMinutes: '', restBreakMinutes: '' },
  ...{ textPercent: '', theme: '', supports: '', opensSupports: '', from: today, until: '' },
  ...{ approvedBy: '', approvedOn: today, basis: '', note: '', reason: '' },
})

/** An accommodation as its form shows it; a change gives a reason of its own. */
export const valuesOf = (state: AccommodationState): AccommodationValues => ({
  extraPercent: state.extraPercent === undefined ? '' : String(state.extraPercent),
  extraMinutes: state.extraMinutes === undefined ? '' : String(state.extraMinutes),
  restBreakMinutes: state.restBreakMinutes === undefined ? '' : String(state.restBreakMinutes),
  textPercent: state.textPercent === undefined ? '' : String(state.textPercent),
  theme: state.theme ?? '',
  supports: (state.supports ?? []).join(),
  opensSupports: state.opensSupports === true ? 'yes' : '',
  from: state.from,
  until: state.until ?? '',
  approvedBy: state.approvedBy,
  approvedOn: state.approvedOn,
  basis: state.basis,
  note: state.note ?? '',
  reason: '',
})

const extraProblem = (values: AccommodationValues) => {
  const { extraPercent, extraMinutes, restBreakMinutes } = values
  const [percent, minutes, rest] = [extraPercent.trim(), extraMinutes.trim(), restBreakMinutes.trim()]
  const screen = [values.textPercent, values.theme, values.supports]
  if ([percent, minutes, rest, ...screen].every((one) => one === '')) return { extraPercent: 'nothing' as const }
  if (percent !== '' && minutes !== '') return { extraPercent: 'one' as const }
  if (percent !== '' && wholeOf(percent, most.extraPercent) === undefined) return { extraPercent: 'percent' as const }
  if (minutes !== '' && wholeOf(minutes, most.extraMinutes) === undefined) return { extraMinutes: 'minutes' as const }
  if (rest !== '' && wholeOf(rest, most.restBreakMinutes) === undefined) return { restBreakMinutes: 'minutes' as const }
  return {}
}

const isDay = (typed: string) => typed !== '' && typed !== incompleteDate

/** Returns the errors that the form shows before it sends anything. */
export const problemsIn = (
  values: AccommodationValues,
  isChange: boolean,
): Readonly<Partial<Record<AccommodationField, AccommodationProblem>>> => {
  const { from, until, approvedOn } = values
  const blank = (['approvedBy', 'basis', ...(isChange ? (['reason'] as const) : [])] as const).filter(
    (field) => values[field].trim() === '',
  )
  return {
    ...extraProblem(values),
    ...(values.opensSupports !== '' && values.supports === '' && { opensSupports: 'noSupport' as const }),
    ...(!isDay(from) && { from: 'day' as const }),
    ...(until === incompleteDate && { until: 'day' as const }),
    ...(isDay(from) && isDay(until) && until < from && { until: 'order' as const }),
    ...(!isDay(approvedOn) && { approvedOn: 'day' as const }),
    ...Object.fromEntries(blank.map((field) => [field, 'empty' as const])),
  }
}

/** The supports that a field names. */
export const supportsIn = (value: string) => presetSupports.filter((one) => value.split(',').includes(one))

/** The fields as the calls take them: of values in which nothing has to be mended. */
export const fieldsForCall = (
  values: AccommodationValues,
): Omit<InputOf<typeof officeAddAccommodation>['body'], 'userID' | 'requestId'> => {
  const extraPercent = wholeOf(values.extraPercent, most.extraPercent)
  const extraMinutes = wholeOf(values.extraMinutes, most.extraMinutes)
  const restBreakMinutes = wholeOf(values.restBreakMinutes, most.restBreakMinutes)
  const textPercent = presetTextSizes.find((size) => String(size) === values.textPercent)
  const supports = supportsIn(values.supports)
  return {
    ...(extraPercent !== undefined && { extraPercent }),
    ...(extraMinutes !== undefined && { extraMinutes }),
    ...(restBreakMinutes !== undefined && { restBreakMinutes }),
    ...(textPercent !== undefined && { textPercent }),
    ...(values.theme !== '' && { theme: values.theme }),
    ...(supports.length > 0 && { supports }),
    ...(values.opensSupports !== '' && { opensSupports: true }),
    from: values.from,
    ...(values.until !== '' && { until: values.until }),
    ...{ approvedBy: values.approvedBy.trim(), approvedOn: values.approvedOn, basis: values.basis.trim() },
    ...(values.note.trim() !== '' && { note: values.note.trim() }),
  }
}

/** The day that it is in a zone, `YYYY-MM-DD`. */
export const dayIn = (timeZone: string, nowMs: number): string => {
  const parts = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone }).formatToParts(
    nowMs,
  )
  const part = (type: 'day' | 'month' | 'year') => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}
