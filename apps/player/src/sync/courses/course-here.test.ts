import type { StoredCourse } from '@sitwell/contract'
import { sequencesEach } from '@sitwell/exam/answers/save-sequences'
import { expect, test } from 'vitest'
import { createMemoryStore } from '../../storage/memory-store.ts'
import { createStoredCourseStore } from '../../storage/stored-course-store.ts'
import { courseHere, type SaveHere } from './course-here.ts'
import { isBehind } from './course-order.ts'
import { createCoursesHere } from './courses-here.ts'

const nothing = { completion: 'unknown', success: 'unknown' } as const

const stored = (
  titles: readonly string[],
  more: Partial<StoredCourse> = {},
  sco: Partial<StoredCourse['scos'][number]> = {},
): StoredCourse => ({
  courseAttempt: {
    ...{ Course_ID: 1, Course_Name: 'Ladders', ID: 3, GUID: 'c', Status: 0, DateStarted: null, DateEnded: null },
    LearningObject_TextMessageID: null,
    ScoAttempts: titles.map((name, at) => ({
      ...{ id: at + 1, attemptId: at + 1, name, href: '', status: 0, guid: `s${at}`, dateStarted: null, dateEnded: null },
      identifier: name,
    })),
  },
  standard: '1.2',
  content: 'import-1',
  clusterAttempts: [],
  nowMs: 0,
  scos: titles.map((identifier, at) => ({
    attemptId: at + 1,
    launch: {
      ...{ address: `https://s.example/course/t/${identifier}.html`, base: 'https://s.example/course/t/', kind: 'sco' },
      ...{ version: '1.2', title: identifier, identifier },
    },
    ...{ status: 0, data: [], outcome: nothing, number: 0, opened: 0, hasEnded: false, isSaved: false, attempts: 0 },
    ...sco,
  })) as StoredCourse['scos'],
  ...more,
})

const saveOf = (attemptId: number, number: number, data: Readonly<Record<string, string>>, more: object = {}): SaveHere => ({
  callbackId: String(attemptId),
  payload: { data: Object.entries(data).map(([element, value]) => ({ element, value })), number, ends: false, ...more },
})
const done = { 'cmi.core.lesson_status': 'completed' }
const openIn = (course: StoredCourse, saves: readonly SaveHere[]) =>
  courseHere(course, saves).course.ScoAttempts.map(({ open }) => open)

// SCO-207 SCO-208
test('what was set here opens the next lesson here, and nothing else does', () => {
  const course = stored(['A', 'B', 'C'])
  expect(openIn(course, [])).toEqual([true, false, false])
  expect(openIn(course, [saveOf(1, 5, { 'cmi.core.lesson_status': 'incomplete' })])).toEqual([true, false, false])
  const first = saveOf(1, 6, done, { ends: true })
  expect(openIn(course, [first])).toEqual([true, true, false])
  expect(courseHere(course, [first]).open(3, 0)).toBeUndefined()
  const all = [first, saveOf(2, 7, done, { ends: true }), saveOf(3, 8, done, { ends: true })]
  expect(courseHere(course, all).course.Status).toBe(2)
})

test('a lesson that was left and never began a session holds nothing up here, and a course of free choice holds nothing back', () => {
  const course = stored(['A', 'B', 'C'])
  expect(openIn(course, [saveOf(1, 5, {}, { ends: true })])).toEqual([true, true, false])
  expect(openIn(course, [saveOf(1, 5, {})])).toEqual([true, false, false])
  expect(openIn(stored(['A', 'B', 'C'], { isFree: true }), [])).toEqual([true, true, true])
})

test('a lesson that is opened here goes on with what was set last, whichever of the two knows it', () => {
  const data = [{ element: 'cmi.core.lesson_location', value: '4' }]
  const course = stored(['A'], {}, { number: 50, opened: 40, status: 1, isSaved: true, data: data })
  expect(courseHere(course, []).open(1, 0)).toMatchObject({ data: data, launch: { entry: 'resume', mode: 'normal' } })
  const older = saveOf(1, 49, { 'cmi.core.lesson_location': '3' })
  expect(courseHere(course, [older]).open(1, 0)?.data).toEqual(data)
  const newer = saveOf(1, 51, { 'cmi.core.lesson_location': '9' })
  expect(courseHere(course, [newer, older]).open(1, 0)?.data).toEqual([{ element: 'cmi.core.lesson_location', value: '9' }])
  expect(courseHere(course, [saveOf(1, 51, done, { ends: true })]).open(1, 0)?.launch.mode).toBe('review')
})

test('it is numbered above all that is known of the course, whatever the clock says', () => {
  const course = stored(['A', 'B'], {}, { number: 50, opened: 40 })
  expect(courseHere(course, []).open(1, Number.NEGATIVE_INFINITY)?.number).toBe(40 + sequencesEach)
  const opened = saveOf(1, 900_001, done, { openedHere: 900_000, ends: true })
  expect(courseHere(course, [opened]).open(2, 0)?.number).toBe(900_000 + sequencesEach)
})

test('attempts are counted here as by the server: openings of a lesson that ended, not of one that is suspended', () => {
  const tree = { id: 'root', sequencingControls: { choice: true }, children: [{ id: 'A', attemptLimit: 2 }] }
  const course = stored(['A'], { standard: '2004', sequencing: { activityTree: tree } })
  const sit = (at: number, exit = '') =>
    saveOf(1, at + 1, { 'cmi.completion_status': 'incomplete', 'cmi.exit': exit }, { openedHere: at, ends: true })
  expect(openIn(course, [sit(1000)])).toEqual([true])
  expect(openIn(course, [sit(1000), sit(200_000)])).toEqual([false])
  expect(openIn(course, [sit(1000), sit(200_000, 'suspend')])).toEqual([true])
})

test('a page that is only shown is completed by being opened', () => {
  const course = stored(['P', 'B'])
  const [page, ...others] = course.scos
  if (!page) throw new Error('The course has no page.')
  const shown = { ...course, scos: [{ ...page, launch: { ...page.launch, kind: 'asset' as const } }, ...others] }
  expect(openIn(shown, [saveOf(1, 1001, {}, { openedHere: 1000, ends: true })])).toEqual([true, true])
})

test('a save that opens its lesson lets go first what was set before it', () => {
  const request = (order: number, payload: Record<string, unknown>, type: 1 | 5 = 5) => ({
    ...({ format: 1, id: String(order), order, type, payload, callbackId: '1' } as const),
    ...{ userGuid: 'u', formRunGuid: '', failed: false },
  })
  const [first, second] = [request(1, {}), request(2, { openedHere: 4 })]
  expect(isBehind(second, [first, second])).toBe(true)
  expect(isBehind(second, [second])).toBe(false)
  expect(isBehind(first, [first, second])).toBe(false)
  expect(isBehind(second, [request(1, {}, 1), second])).toBe(false)
})

test('a course whose files went for those of another is not kept until they are all here again', async () => {
  let ids = 0
  const here = createCoursesHere({
    store: { courseSavesOf: async () => [] },
    storedCourses: createStoredCourseStore(createMemoryStore()),
    queue: { waiting: () => [] },
    userGuid: 'u',
    newId: () => `id${++ids}`,
    readClocks: () => ({ wallMs: 0 }),
  })
  const openOnline = async (courseGuid: string, content: string) =>
    here.keep(courseGuid, await here.placeOf(courseGuid, content), stored(['A'], { content }))
  const isStored = async (courseGuid: string) => (await here.read(courseGuid)) !== undefined
  await openOnline('c', 'import-1')
  await here.filesStored('c')
  expect(await isStored('c')).toBe(true)
  await openOnline('d', 'import-2')
  await openOnline('c', 'import-1')
  expect(await isStored('c')).toBe(false)
  await here.filesStored('c')
  expect(await isStored('c')).toBe(true)
})
