import type { TimelineEntry } from '@sitwell/contract'
import type { OfficeText } from '../office-context.tsx'
import { authorText } from './author-text.ts'
import { fieldTitle } from './person-fields.tsx'
import { personFieldNames } from './person-values.ts'

/** The name of a field of the log; of one that no form has, its own. */
const titleOf = (name: string, text: OfficeText): string => {
  const field = personFieldNames.find((one) => one === name)
  return field === undefined ? name : fieldTitle(field, text)
}

/** What happened, in a few words. */
export const headline = ({ kind, role, exam, what }: TimelineEntry, text: OfficeText): string => {
  if (kind === 'other') return what ?? text('timeline.kind.other')
  return text(`timeline.kind.${kind}`, {
    role: role === undefined ? '–' : text(`role.${role}`),
    exam: exam ?? '–',
    // The log has its name as what was done.
    course: what ?? '–',
  })
}

/** Kinds of which the log's own words say more than the headline: why something was refused, or ended. */
const explained: readonly TimelineEntry['kind'][] = [
  'sign-in-refused',
  'password-refused',
  'second-step-refused',
  'session-ended',
]

/** What else is known of it: who did it, why, what changed, from where, how often. `what` is from the log, in English. */
export const remarks = (entry: TimelineEntry, text: OfficeText): readonly string[] => {
  const { kind, author, reason, fields = [], what, address, times = 1 } = entry
  return [
    ...(author === undefined ? [] : [text('timeline.by', { author: authorText(author, text) })]),
    ...(fields.length === 0 ? [] : [text('timeline.fields', { fields: fields.map((one) => titleOf(one, text)).join(', ') })]),
    ...(reason === undefined ? [] : [text('timeline.reason', { reason })]),
    ...(what !== undefined && explained.includes(kind) ? [what] : []),
    ...(address === undefined ? [] : [text('timeline.address', { address })]),
    ...(times > 1 ? [text('timeline.times', { count: times })] : []),
  ]
}
