import { courseQuery } from '@sitwell/contract'
import { route } from '../http/service.ts'
import { coursesOf } from './course-attempts.ts'
import type { LmsContext } from './lms-context.ts'

const fields = new Set(['guid', 'id', 'course_id'])

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** A parameter of a list names itself in one of these, as the documents' other queries do. */
const nameIn = (one: Readonly<Record<string, unknown>>) => one.name ?? one.property

/** The parameters that pick courses, by their names in lower case; of what is given as an object or as a list. */
const pickedBy = (parameters: unknown): Map<string, string> => {
  const pairs: (readonly [unknown, unknown])[] = Array.isArray(parameters)
    ? parameters.filter(isRecord).map((one) => [nameIn(one), one.value])
    : isRecord(parameters)
      ? Object.entries(parameters)
      : []
  return new Map(
    pairs.flatMap(([name, value]) => {
      const plain = String(name).toLowerCase()
      return fields.has(plain) && (typeof value === 'string' || typeof value === 'number') ? [[plain, String(value)]] : []
    }),
  )
}

/** The learner's own courses that the parameters pick, completed ones too. */
export const courseQueryRoute = (context: Pick<LmsContext, 'database'>) =>
  route(courseQuery, async ({ caller, body }) => {
    const picked = pickedBy(body.parameters)
    const courses = await coursesOf(context, caller, true)
    const is = (name: string, value: string | number) => (picked.get(name) ?? String(value)) === String(value)
    const results = courses.filter((one) => is('guid', one.GUID) && is('id', one.ID) && is('course_id', one.Course_ID))
    return { ok: true, value: { results } }
  })
