import { type CourseAction, calls, type RoleScope } from '@sitwell/contract'
import { selectEvents } from '../security-log/queries.ts'
import type { OfficeBrowser } from './office-browser.ts'
import { openOffice } from './open-office.ts'
import type { TestServer } from './start-test-server.ts'
import { coursesOf, courseZip, giveCourseFrom, saveOfSco } from './test-course.ts'
import { arrange, doCall, personOf, signIn } from './test-world.ts'

/** Whom a change names. */
interface Targets {
  readonly userIDs?: number[]
  readonly groupIDs?: string[]
  readonly again?: boolean
}

/**
 * An organisation with four learners (1 to 4), a person without a role (10), an author, an auditor, an exams officer and an owner, all of whom but the
 * learners can sign in to the office, and a course of two SCOs that nobody has yet.
 */
export const arrangeCourses = async (server: TestServer, orgId: number) => {
  const prefix = `o${orgId}`
  const names = ['Zoë Müller', 'Ada Li', 'Ben Lia', 'Siân Ŵyn'].map((name) => name.split(' '))
  const learners = names.map(([firstName = '', lastName = ''], at) => ({
    ...personOf(prefix, `learner-${at + 1}`, at + 1),
    ...{ firstName, lastName },
  }))
  const staff = [
    { ...personOf(prefix, 'author', 11), roles: ['author' as const] },
    { ...personOf(prefix, 'auditor', 12), roles: ['auditor' as const] },
    { ...personOf(prefix, 'officer', 13), roles: ['exams-officer' as const] },
    { ...personOf(prefix, 'owner', 14), roles: ['owner' as const] },
  ]
  const people = [...learners, personOf(prefix, 'narrow', 10), ...staff]
  await arrange(server, {
    orgId,
    file: { people, schedules: [], settings: { OfficeSecondStep: 'off' } },
  })
  const { course_guid: courseGuid } = await giveCourseFrom(server, orgId, await courseZip({ A: '', B: '' }), [])
  const officer = await openOffice(server, orgId, 'officer')

  const body = (action: CourseAction, { userIDs = [], groupIDs = [], again = false }: Targets) => ({
    ...{ courseGuid, action, userIDs, groupIDs, again },
  })
  const preview = (action: CourseAction, targets: Targets, one: OfficeBrowser = officer) =>
    one.doIt(calls.officePreviewCourse, { body: body(action, targets) })
  const change = async (action: CourseAction, targets: Targets, one: OfficeBrowser = officer) => {
    const { hash } = await preview(action, targets, one)
    return one.doIt(calls.officeChangeCourse, { body: { ...body(action, targets), hash } })
  }
  const people_ = async (query: object = {}, one: OfficeBrowser = officer) =>
    one.doIt(calls.officeCoursePeople, { query: { courseGuid, ...query } })
  const progress = (userID: number, one: OfficeBrowser = officer) =>
    one.doIt(calls.officeCourseProgress, { query: { courseGuid, userID } })
  const addGroup = async (name: string, userIDs: number[]) => {
    const { groupID } = (await officer.doIt(calls.officeAddGroup, { body: { name } })).group
    const members = { groupID, action: 'add' as const, userIDs }
    const { hash, group } = await officer.doIt(calls.officePreviewMembers, { body: members })
    await officer.doIt(calls.officeChangeMembers, { body: { ...members, version: group.version, hash } })
    return groupID
  }
  const narrow = async (role: 'auditor' | 'author' | 'exams-officer', scope: RoleScope) => {
    const owner = await openOffice(server, orgId, 'owner')
    await owner.doIt(calls.officeGrantRole, { body: { userID: 10, role, scope } })
    return openOffice(server, orgId, 'narrow')
  }
  /** What a learner's page does in a SCO of the latest course that they were given: it opens it and saves these elements. */
  const study = async (learner: number, position: number, data: Readonly<Record<string, string>>, ends = true) => {
    const { access_token: token, UserGUID } = await signIn(server, { orgId }, `learner-${learner}`)
    const course = (await coursesOf(server, UserGUID, token)).at(-1)
    const params = { attemptId: course?.ScoAttempts[position]?.attemptId ?? 0 }
    const { number } = (await doCall(server, calls.scormData, { params }, token)).attemptData
    return doCall(server, calls.scormSave, { params, body: saveOfSco(data, number + 1, { ends }) }, token)
  }
  const events = async (kind: string) =>
    (await selectEvents(server.db, { orgId, kind, most: 20 })).map(({ user_guid, content }) => ({
      userGuid: user_guid,
      ...(JSON.parse(content ?? '{}') as { author?: string; what?: string; target?: Record<string, unknown> }),
    }))
  return { orgId, courseGuid, officer, body, preview, change, people: people_, progress, addGroup, narrow, study, events }
}

export type CourseDesk = Awaited<ReturnType<typeof arrangeCourses>>
