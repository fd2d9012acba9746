import { randomUUID } from 'node:crypto'
import {
  activityTypes,
  type Cmi5Verb,
  categories,
  extensions,
  type LaunchMode,
  verbs,
} from '@sitwell/exam/courses/cmi5/vocabulary'
import type { Statement } from '@sitwell/exam/courses/xapi/statement'
import { durationOf, type Fields } from '@sitwell/exam/courses/xapi/values'
import type { AuthoredAu, AuthoredStructure, Described } from '../../import/authored-structure.ts'
import { activityIdOf, actorOf } from './names.ts'

/** What all statements of the server about a registration have. */
export interface Speaking {
  readonly homePage: string
  readonly userGuid: string
  readonly registration: string
  readonly structure: AuthoredStructure
  readonly nowMs: number
}

type Made = Statement & { readonly id: string }

const definitionOf = ({ title, description }: Described, type: string | undefined): Fields => ({
  name: title,
  ...(Object.keys(description).length > 0 && { description }),
  ...(type !== undefined && { type }),
})

/** A statement of the server: with cmi5's category, the session, and what its publisher calls the object. */
const statementOf = (
  { homePage, userGuid, registration, nowMs }: Speaking,
  verb: Cmi5Verb,
  object: Fields,
  { publisherId, sessionId, result, more }: { publisherId: string; sessionId: string; result?: Fields; more?: Fields },
): Made => ({
  id: randomUUID(),
  actor: actorOf(homePage, userGuid),
  verb: { id: verbs[verb], display: { en: verb } },
  object: { objectType: 'Activity', ...object },
  ...(result && { result }),
  context: {
    registration,
    contextActivities: {
      // Whatever says that something is completed or passed says so of moving on.
      category: [{ id: categories.cmi5 }, ...(result?.success === true ? [{ id: categories.moveOn }] : [])],
      grouping: [{ id: publisherId }],
    },
    extensions: { [extensions.sessionId]: sessionId, ...more },
  },
  timestamp: new Date(nowMs).toISOString(),
})

const objectOfAu = ({ homePage, structure }: Speaking, au: AuthoredAu): Fields => ({
  id: activityIdOf(homePage, structure, 'au', au.id),
  definition: definitionOf(au, au.activityType),
})

/** That an AU is launched; `url` is its address without what the launch adds. */
export const launchedStatement = (
  speaking: Speaking,
  au: AuthoredAu,
  { sessionId, launchMode, url }: { readonly sessionId: string; readonly launchMode: LaunchMode; readonly url: string },
): Made =>
  statementOf(speaking, 'launched', objectOfAu(speaking, au), {
    publisherId: au.id,
    sessionId,
    more: {
      [extensions.launchMode]: launchMode,
      [extensions.launchUrl]: url,
      [extensions.moveOn]: au.moveOn,
      ...(au.masteryScore !== undefined && { [extensions.masteryScore]: au.masteryScore }),
      ...(au.launchParameters !== undefined && { [extensions.launchParameters]: au.launchParameters }),
    },
  })

/** That a session ended without having been terminated; it lasted until its AU was last heard. */
export const abandonedStatement = (speaking: Speaking, au: AuthoredAu, sessionId: string, lastedMs: number): Made =>
  statementOf(speaking, 'abandoned', objectOfAu(speaking, au), {
    publisherId: au.id,
    sessionId,
    result: { duration: durationOf(lastedMs) },
  })

/** That staff let an AU count without it. */
export const waivedStatement = (speaking: Speaking, au: AuthoredAu, sessionId: string, reason: string): Made =>
  statementOf(speaking, 'waived', objectOfAu(speaking, au), {
    publisherId: au.id,
    sessionId,
    result: { success: true, completion: true, extensions: { [extensions.reason]: reason } },
  })

/** That all of a block, or of the course, is satisfied. */
export const satisfiedStatement = (speaking: Speaking, id: string, sessionId: string): Made => {
  const { homePage, structure } = speaking
  const block = structure.blocks.find((one) => one.id === id)
  const kind = block ? 'block' : 'course'
  const object = {
    id: activityIdOf(homePage, structure, kind, id),
    definition: definitionOf(block ?? structure.course, activityTypes[kind]),
  }
  return statementOf(speaking, 'satisfied', object, { publisherId: id, sessionId })
}
