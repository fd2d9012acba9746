import type { CourseStatus } from '@sitwell/exam/prerequisites'
import type { ScoData, ScoOutcome } from '@sitwell/exam/sco-outcome'
import { pathTo } from '@sitwell/exam/sequencing/activity'
import { closedScos, type ScoClosed, type Sequenced } from '@sitwell/exam/sequencing/closed-scos'
import { isToRetry, isUsedUp } from '@sitwell/exam/sequencing/rules'
import type { ObjectiveState, ScoFacts } from '@sitwell/exam/sequencing/standing'
import { trackCourse } from '@sitwell/exam/sequencing/tracked-course'
import type { ScoAttemptTable } from '../db/schema.ts'
import { contentOf } from './course-content.ts'
import { readData } from './course-data.ts'
import type { HeldCourse } from './queries.ts'

/** The status of a row, which only this server writes. */
export const statusOf = ({ status }: { readonly status: number }): CourseStatus =>
  status === 1 || status === 2 || status === 3 ? status : 0

/** A SCO was suspended, or cut off before it ended: its learner goes on where they were. */
export const isToResume = (sco: ScoAttemptTable): boolean => {
  if (sco.saved_at === null) return false
  const data = readData(sco)
  return sco.has_ended === 0 || (data.get('cmi.exit') ?? data.get('cmi.core.exit')) === 'suspend'
}

/** What a SCO of SCORM 2004 has set of its objectives, by their ids. */
const objectivesIn = (data: ScoData): ReadonlyMap<string, ObjectiveState> => {
  const found = new Map<string, ObjectiveState>()
  for (const [element, id] of data) {
    const [, place] = /^cmi\.objectives\.(\d+)\.id$/.exec(element) ?? []
    if (place === undefined) continue
    const told = (name: string) => data.get(`cmi.objectives.${place}.${name}`)
    const [success, completion, scaled] = [
      told('success_status'),
      told('completion_status'),
      Number(told('score.scaled') ?? 'none'),
    ]
    found.set(id, {
      satisfied: success === 'passed' ? true : success === 'failed' ? false : undefined,
      measure: scaled >= -1 && scaled <= 1 ? scaled : undefined,
      completed: completion === 'completed' ? true : completion === 'incomplete' ? false : undefined,
    })
  }
  return found
}

const factsOf = (row: ScoAttemptTable): ScoFacts => ({
  // Written by this server.
  ...(JSON.parse(row.outcome) as ScoOutcome),
  attempted: row.status !== 0,
  attempts: row.attempts + (row.saved_at === null ? 0 : 1),
  isUnderWay: isToResume(row),
  objectives: objectivesIn(readData(row)),
})

/** How the activities of a course stand; undefined where it has no sequencing. */
export const sequencedOf = ({ course, scos }: HeldCourse): Sequenced | undefined => {
  const content = contentOf(course)
  const tree = content.sequencing?.activityTree
  if (!tree) return undefined
  const idOf = ({ position }: ScoAttemptTable) => content.scos[position]?.identifier ?? ''
  const byId = new Map(scos.map((row): [string, ScoFacts] => [idOf(row), factsOf(row)]))
  // Numbers of openings rise over all SCOs of a course.
  const [last] = scos.filter(({ last_sequence }) => last_sequence > 0).sort((a, b) => b.last_sequence - a.last_sequence)
  return { course: trackCourse(tree, (id) => byId.get(id)), currentId: last && idOf(last) }
}

/** Of each SCO why its learner may not open it; undefined where they may. */
export const closedIn = (held: HeldCourse): (ScoClosed | undefined)[] => {
  const content = contentOf(held.course)
  const states = held.scos.map((row) => {
    const { identifier = '', prerequisites } = content.scos[row.position] ?? {}
    return { status: statusOf(row), identifier, prerequisites }
  })
  return closedScos(states, sequencedOf(held))
}

/** Whether the rules of a course have a SCO, or what it stands in, tried again, and an attempt is left: then it isn't failed yet. */
export const isTriedAgain = (held: HeldCourse, identifier: string): boolean => {
  const sequenced = sequencedOf(held)
  if (!sequenced) return false
  const path = pathTo(sequenced.course.root, identifier) ?? []
  const isUp = path.some((one) => isUsedUp(sequenced.course, one))
  return !isUp && path.some((one) => isToRetry(sequenced.course, one))
}
