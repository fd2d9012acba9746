import type { Failure } from '@sitwell/client/outcome'
import { printQuestion } from '@sitwell/contract'
import type { Player } from '../../../context/player.ts'
import type { ExamVisit } from '../../content/exam-visit.ts'
import type { PrintOutcome, PrintSteps } from './print.machine.ts'

/** Opens an address in a window that knows nothing of this one. */
const openWindow = (address: string): boolean => {
  const opened = window.open(address, '_blank')
  if (!opened) return false
  opened.opener = null
  return true
}

/** Nothing answered, or what is in front of the server found it away. Any other status is an answer of somebody who can be reached. */
const isAway = (failure: Failure): boolean =>
  failure.kind === 'unreachable' && (failure.status === undefined || failure.status >= 500)

/** The steps of printing one question of a running exam, over the player's client and the browser's windows (spec 3 §7). */
export const createPrintSteps = (
  { api, session, text }: Pick<Player, 'api' | 'session' | 'text'>,
  { schedule, exam }: Pick<ExamVisit, 'schedule' | 'exam'>,
  { formRunGuid, questionId }: { readonly formRunGuid: string; readonly questionId: string },
  open: (address: string) => boolean = openWindow,
): PrintSteps => ({
  async print(signal): Promise<PrintOutcome> {
    const query = {
      questionId,
      userGuid: session.user.guid,
      scheduleGuid: schedule.guid,
      scheduleType: schedule.scheduleType,
      examGuid: exam.content.examGuid,
      examTypeGuid: schedule.examTypeGuid,
      formRunGuid,
      filename: 'question.pdf',
    }
    const outcome = await api.call(printQuestion, { query }, { signal })
    // What a server says to people who read logs is none of the learner's words.
    if (!outcome.ok) return { error: text(isAway(outcome) ? 'print.unreachable' : 'print.later') }
    const { link, error = '' } = outcome.value
    return link ? { link: `${api.resourceUrl(link)}&inline=true` } : { error }
  },
  open,
})
