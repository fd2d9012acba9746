import { type officeEvidence, type ReplyOf, resultOutcomes } from '@sitwell/contract'
import type { OfficeText } from '../office-context.tsx'

export type Evidence = ReplyOf<typeof officeEvidence>
export type Sitting = NonNullable<Evidence['sitting']>

/** What the learner is shown of the result now, in words; `moment` writes moments. */
export const seesText = ({ learnerSees }: Sitting, text: OfficeText, moment: (at: string) => string): string => {
  const { is, set = 0, seenAt } = learnerSees
  const shown = text(`evidence.sees.${is}`, { set })
  if (is === 'nothing') return shown
  return `${shown} ${seenAt === undefined ? text('evidence.sees.notYet') : text('evidence.sees.at', { time: moment(seenAt) })}`
}

/** An entry about the outcome of a person, in words. */
export const outcomeText = ({ act, outcome }: Evidence['outcomes'][number], text: OfficeText): string => {
  if (act !== 'outcome') return text(`evidence.act.${act}`)
  const known = resultOutcomes.find((one) => one === outcome)
  return known === undefined ? text('evidence.act.derived') : text(`evidence.outcome.${known}`)
}

/** Things that a check names; one of a later server is shown by its own name. */
const abouts = [
  ...(['ledger', 'history', 'answers', 'marks', 'mark entries', 'attempts', 'times'] as const),
  ...(['files', 'receipt', 'results', 'result sets', 'notes'] as const),
] as const

/** Keys of texts have no spaces. */
const keyOf = (about: (typeof abouts)[number]) => {
  if (about === 'mark entries') return 'entries'
  return about === 'result sets' ? 'sets' : about
}

export const aboutText = (about: string, text: OfficeText): string => {
  const known = abouts.find((one) => one === about)
  return known === undefined ? about : text(`evidence.about.${keyOf(known)}`)
}
