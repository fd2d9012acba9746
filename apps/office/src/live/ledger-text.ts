import type { livePerson } from '@sitwell/contract'
import type * as z from 'zod/mini'
import type { OfficeText } from '../office-context.tsx'

export type LedgerEvent = z.infer<typeof livePerson>['events'][number]

/** Kinds of events of a sitting's ledger that have words; what a later server adds is shown by its name. */
const kinds = [
  ...([
    'start',
    'pause',
    'resume',
    'resume-offer',
    'complete-part',
    'enter',
    'skip-reading',
    'part-key',
    'part-decision',
  ] as const),
  ...(['attempt', 'extension', 'extra-time', 'accommodation', 'extension-request', 'extension-decline'] as const),
  ...(['extension-withdraw', 'absence', 'complete', 'reopen', 'hand-in', 'supervision', 'file', 'print', 'results'] as const),
  ...(['incident', 'rest-break'] as const),
] as const

/** An event in words, with the time that it gave and what was written. */
export const ledgerText = (event: LedgerEvent, text: OfficeText): string => {
  const kind = kinds.find((one) => one === event.kind)
  const minutes = event.seconds === undefined ? undefined : Math.round(event.seconds / 60)
  return [
    kind === undefined ? event.kind : text(`live.event.${kind}`),
    ...(minutes === undefined ? [] : [text('live.event.minutes', { minutes })]),
    ...(event.provider === undefined ? [] : [event.provider]),
    ...(event.kind === 'supervision' && event.what !== undefined ? [event.what] : []),
    ...(event.text === undefined ? [] : [event.text]),
  ].join(text('live.listBreak'))
}
