import type { CourseStatus } from './prerequisites.ts'

/** What a SCO has set, by element. */
export type ScoData = ReadonlyMap<string, string>

/** What the manifest says by which a SCO is judged. */
export interface ScoMeasures {
  readonly version: '1.2' | '2004'
  /** SCORM 1.2: the least raw score of who has mastered it. */
  readonly masteryScore?: number | undefined
  /** SCORM 2004: -1 to 1, and 0 to 1. */
  readonly scaledPassingScore?: number | undefined
  readonly completionThreshold?: number | undefined
}

/** What the data of a SCO says of it. `measure` is its score between -1 and 1, `progress` how much of it is done, 0 to 1. */
export interface ScoOutcome {
  readonly completion: 'completed' | 'incomplete' | 'unknown'
  readonly success: 'passed' | 'failed' | 'unknown'
  readonly measure?: number | undefined
  readonly progress?: number | undefined
}

export const nothingSet: ScoOutcome = { completion: 'unknown', success: 'unknown' }

/** A number as the standard writes it, within bounds; undefined for anything else. */
const numberOf = (text: string | undefined, least: number, most: number): number | undefined => {
  if (text === undefined || !/^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?\s*$/.test(text)) return undefined
  const value = Number(text)
  return value >= least && value <= most ? value : undefined
}

/** A mastery score decides of a SCO that says it is done; of one that is under way its score says nothing yet. */
const outcomeOf12 = (data: ScoData, { masteryScore }: ScoMeasures): ScoOutcome => {
  const status = data.get('cmi.core.lesson_status')?.trim().toLowerCase()
  const raw = numberOf(data.get('cmi.core.score.raw'), 0, 100)
  const measure = raw === undefined ? undefined : raw / 100
  const isDone = status === 'completed' || status === 'passed' || status === 'failed'
  if (!isDone) return { completion: status === 'incomplete' ? 'incomplete' : 'unknown', success: 'unknown', measure }
  const judged = masteryScore !== undefined && raw !== undefined ? (raw >= masteryScore ? 'passed' : 'failed') : undefined
  return { completion: 'completed', success: judged ?? (status === 'completed' ? 'unknown' : status), measure }
}

/** What the manifest measures by decides where the SCO has set the measure, and else what the SCO says (RTE 4.2.4.1, 4.2.22.1). */
const outcomeOf2004 = (data: ScoData, { scaledPassingScore, completionThreshold }: ScoMeasures): ScoOutcome => {
  const measure = numberOf(data.get('cmi.score.scaled'), -1, 1)
  const progress = numberOf(data.get('cmi.progress_measure'), 0, 1)
  const status = data.get('cmi.completion_status')
  const successStatus = data.get('cmi.success_status')
  const completion =
    completionThreshold !== undefined && progress !== undefined
      ? progress >= completionThreshold
        ? 'completed'
        : 'incomplete'
      : status === 'completed' || status === 'incomplete'
        ? status
        : 'unknown'
  const success =
    scaledPassingScore !== undefined && measure !== undefined
      ? measure >= scaledPassingScore
        ? 'passed'
        : 'failed'
      : successStatus === 'passed' || successStatus === 'failed'
        ? successStatus
        : 'unknown'
  return { completion, success, measure, progress }
}

/** What a SCO has reported, worked out from its data alone. */
export const scoOutcome = (data: ScoData, measures: ScoMeasures): ScoOutcome =>
  measures.version === '1.2' ? outcomeOf12(data, measures) : outcomeOf2004(data, measures)

/**
 * The status of a SCO that was opened. It is failed only if it isn't under way any more, and where its success counts for the
 * course: who fails a test that comes before the content has but taken it.
 */
export const scoStatus = ({ completion, success }: ScoOutcome, countsForSuccess: boolean): CourseStatus => {
  if (completion === 'incomplete') return 1
  if (success === 'failed') return countsForSuccess ? 3 : 2
  return completion === 'completed' || success === 'passed' ? 2 : 1
}
