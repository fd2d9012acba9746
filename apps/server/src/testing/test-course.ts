import { randomUUID } from 'node:crypto'
import { type CourseAttempt, calls, type InputOf } from '@sitwell/contract'
import { readCourse } from '../import/read-course.ts'
import { type Content, makeZip } from '../import/testing/make-package.ts'
import { giveCourse } from '../organisation/give-course.ts'
import { storeCourse } from '../organisation/store-course.ts'
import type { TestServer } from './start-test-server.ts'
import { doCall } from './test-world.ts'

const namespaces =
  'xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2" xmlns:imsss="http://www.imsglobal.org/xsd/imsss"'

interface ManifestWishes {
  readonly version?: string
  readonly more?: string
  readonly id?: string
  readonly title?: string
}

/** A manifest of SCOs that are called by their identifiers; `inside` is put into an item. */
export const manifestOf = (
  scos: Readonly<Record<string, string>>,
  { version = '1.2', more = '', id = 'course', title = 'Knots' }: ManifestWishes = {},
) =>
  `<?xml version="1.0"?><manifest identifier="${id}" ${namespaces}><metadata><schemaversion>${version}</schemaversion></metadata>
  <organizations default="o"><organization identifier="o"><title>${title}</title>${Object.entries(scos)
    .map(([name, inside]) => `<item identifier="${name}" identifierref="r-${name}"><title>Sco ${name}</title>${inside}</item>`)
    .join('')}${more}</organization></organizations><resources>${Object.keys(scos)
    .map(
      (name) =>
        `<resource identifier="r-${name}" type="webcontent" adlcp:scormtype="sco" href="${name}.html"><file href="${name}.html"/></resource>`,
    )
    .join('')}</resources></manifest>`

/** A course package with a page for each SCO. */
export const courseZip = (
  scos: Readonly<Record<string, string>>,
  wishes: Parameters<typeof manifestOf>[1] & { files?: Record<string, Content> } = {},
  patch?: (zip: Buffer) => Buffer,
) =>
  makeZip(
    {
      'imsmanifest.xml': manifestOf(scos, wishes),
      ...Object.fromEntries(Object.keys(scos).map((name) => [`${name}.html`, `<title>${name}</title>`])),
      ...wishes.files,
    },
    patch,
  )

/** Imports a course and gives it to learners. */
export const giveCourseFrom = async (server: TestServer, orgId: number, path: string, learners: readonly string[]) => {
  const reading = await readCourse(path)
  if (reading.is !== 'course') throw new Error(`No course: ${JSON.stringify(reading)}`)
  const nowMs = server.clock.nowMs()
  const { course } = await storeCourse(server.db, orgId, reading, nowMs)
  for (const learner of learners) await giveCourse(server.db, course, learner, { again: false, nowMs })
  return course
}

/** The courses of a learner. */
export const coursesOf = async (server: TestServer, userGuid: string, token: string): Promise<CourseAttempt[]> =>
  (await doCall(server, calls.courseAttempts, { body: { userGuid, includeCompleted: true } }, token)).courses

type SaveBody = InputOf<typeof calls.scormSave>['body']

/** The body of a save of these elements. */
export const saveOfSco = (data: Readonly<Record<string, string>>, number: number, more: Partial<SaveBody> = {}): SaveBody => ({
  data: Object.entries(data).map(([element, value]) => ({ element, value })),
  number,
  saveGuid: randomUUID(),
  writer: randomUUID(),
  ends: false,
  ...more,
})
