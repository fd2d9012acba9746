import type { AssessmentContext } from '../assessment-context.ts'
import type { Save } from './save.ts'

/**
 * Characters of one form run's answers and workings after which an operator is told, and after as many again each time. Whoever types an essay of
 * thirty pages for eight hours, saved each 30 seconds, comes to a tenth of it; the longest answer that there may be, saved as often, just about there.
 */
const tellsAfter = 512 * 1024 * 1024
const mostRemembered = 50_000

/**
 * Tells in the log of a form run that saves more than anybody types: every version of every answer is kept, so a script could fill the disk. Nothing is
 * refused or held back: an answer that isn't taken may be one that is lost. Counted by each server for itself, since it started.
 */
export const createGrowthWatch = ({ log }: Pick<AssessmentContext, 'log'>): ((event: Save['event']) => void) => {
  const grown = new Map<string, number>()
  return ({ org_id, form_run_guid, answer, workings }) => {
    const key = `${org_id}/${form_run_guid}`
    const before = grown.get(key) ?? 0
    const characters = before + answer.length + workings.length
    if (grown.size >= mostRemembered && before === 0) grown.clear()
    grown.set(key, characters)
    if (Math.floor(characters / tellsAfter) > Math.floor(before / tellsAfter))
      log.warn(
        { event: 'history-grows', formRunGuid: form_run_guid, characters },
        'a form run saves more than a person can type; its history fills the disk',
      )
  }
}
