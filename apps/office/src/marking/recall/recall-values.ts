import type { InputOf, MarkerReturnPreview, officePreviewMarkerReturn } from '@sitwell/contract'
import { incompleteDate } from '@sitwell/office-ui/date-values.ts'
import type { OfficeText } from '../../office-context.tsx'

/** What was chosen on the page: a marker by their id, a question by its queue, and moments (ISO 8601); each empty if none. */
export interface Chosen {
  readonly marker: string
  readonly question: string
  readonly from: string
  readonly until: string
}

export const nothingChosen: Chosen = { marker: '', question: '', from: '', until: '' }

export type RecallBody = InputOf<typeof officePreviewMarkerReturn>['body']

/** What is wrong with what was chosen, by its field. */
export const problemsOf = ({ marker, from, until }: Chosen, text: OfficeText): Partial<Record<keyof Chosen, string>> => {
  const isWrong = (moment: string) => moment === incompleteDate
  const isBackwards = from !== '' && until !== '' && !isWrong(from) && Date.parse(until) <= Date.parse(from)
  return {
    ...(marker === '' && { marker: text('marking.recall.needMarker') }),
    ...(isWrong(from) && { from: text('marking.recall.needMoment') }),
    ...(isWrong(until) && { until: text('marking.recall.needMoment') }),
    ...(isBackwards && { until: text('marking.recall.needOrder') }),
  }
}

/** What the server is asked with. */
export const bodyOf = (
  place: Pick<RecallBody, 'deliveryID' | 'examGuid' | 'examVersion'>,
  { marker, question, from, until }: Chosen,
): RecallBody => ({
  ...place,
  userID: Number(marker),
  ...(question !== '' && { queueID: question }),
  ...(from !== '' && { from }),
  ...(until !== '' && { until }),
})

const stayTexts = {
  confirmed: 'marking.recall.confirmed',
  decided: 'marking.recall.decided',
  unsettled: 'marking.recall.unsettled',
  since: 'marking.recall.since',
} as const

/** The effects of a return, one sentence for each. */
export const consequencesOf = ({ responses, stays, isCut }: MarkerReturnPreview, text: OfficeText): string[] => [
  ...(responses === 0
    ? [text('marking.recall.nothing')]
    : [text('marking.recall.responses', { count: responses }), text('marking.recall.kept')]),
  ...(['confirmed', 'decided', 'unsettled', 'since'] as const).flatMap((why) =>
    stays[why] > 0 ? [text(stayTexts[why], { count: stays[why] })] : [],
  ),
  ...(isCut ? [text('marking.recall.cut')] : []),
]
