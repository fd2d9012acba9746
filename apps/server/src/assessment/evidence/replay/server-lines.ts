import { longSilenceMs, silencesOf } from '@sitwell/exam/ledger/contact'
import type { Outage } from '@sitwell/exam/ledger/outages'
import type { FormRunTable } from '../../../db/schema.ts'
import { contactOf } from '../../ledger/index.ts'
import { moment, type ReplayLine, seconds } from './replay-line.ts'

type Found = Pick<FormRunTable, 'heard_at' | 'silent_from' | 'silent_to' | 'earlier_silences' | 'silences'>

const lineOf = (what: string, { fromMs, toMs }: Outage, evidence: string): ReplayLine => ({
  atMs: fromMs,
  clock: 'server',
  kind: 'server',
  who: 'The server',
  what: `${what} from here on, for ${seconds(toMs - fromMs)}.`,
  quotes: [],
  evidence: [`${evidence} from ${moment(fromMs)} to ${moment(toMs)}`],
})

/**
 * When nobody served, and for how long nothing at all was heard of the sitting: longer than a page with a connection is ever silent. By
 * both, answers that came late and lost connections are judged.
 */
export const serverLines = (run: Found, outages: readonly Outage[]): ReplayLine[] => {
  const long = silencesOf(contactOf(run)).filter(({ fromMs, toMs }) => toMs - fromMs > longSilenceMs)
  const silences = [...new Map(long.map((one) => [`${one.fromMs}-${one.toMs}`, one])).values()]
  return [
    ...outages.map((one) => lineOf('No server was there to answer', one, 'outage')),
    ...silences.map((one) => lineOf('Nothing was heard of the learner’s browser', one, 'silence')),
  ]
}
